import type { TextKey } from '../../lib/i18n.ts';

/** Keys of level 0. Administration leads to the first page that the person may open. */
export const GO = [
  { key: 'g h', to: '/home', label: 'palette.go.home' },
  { key: 'g p', to: '/project/index', label: 'palette.go.projects' },
  { key: 'g t', to: '/file/task/index', label: 'palette.go.tasks', inside: true },
  { key: 'g f', to: '/file/index', label: 'palette.go.files', inside: true },
  { key: 'g m', to: '/file/model/index', label: 'palette.go.models', inside: true },
  { key: 'g a', to: '/process/task/process', label: 'palette.go.reviews' },
  { key: 'g s', to: '/company', label: 'palette.go.manage' },
] as const satisfies readonly { key: string; to: string; label: TextKey; inside?: true }[];
