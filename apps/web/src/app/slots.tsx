import type { ComponentType } from 'react';
import UploadDock from '../features/files/upload/upload-dock.tsx';
import ProjectsLink from '../features/projects/parts/projects-link.tsx';

/**
 * What features put into the frame without knowing each other. A dock stays over every page (the uploads at the bottom right); a bar
 * item stands in the top bar before the bell. Both are on every page, so they come with the frame.
 */
export const DOCKS: readonly { key: string; Dock: ComponentType }[] = [{ key: 'uploads', Dock: UploadDock }];

export const BAR_ITEMS: readonly { key: string; Item: ComponentType }[] = [{ key: 'projects', Item: ProjectsLink }];
