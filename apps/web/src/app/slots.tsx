import type { ComponentType } from 'react';
import UploadDock from '../features/files/upload/upload-dock.tsx';

/** Parts of features that stay over every page: the uploads at the bottom right. They load with the frame. */
export const DOCKS: readonly { key: string; Dock: ComponentType }[] = [{ key: 'uploads', Dock: UploadDock }];
