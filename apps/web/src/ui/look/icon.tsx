import type { SVGProps } from 'react';

/** A sheet of paper with a turned corner. The icons of file types build on it. */
const SHEET = 'M4 2.2h5l3.2 3.2v7.4a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V3.2a1 1 0 0 1 1-1ZM9 2.4v3.2h3';

/**
 * The product's icons: 16 px with a stroke of 1.5, all of equal
 * visual weight. An icon library has more bytes than the whole shell.
 */
const PATHS = {
  home: 'M2.5 7.2 8 2.5l5.5 4.7v5.3a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM6.2 13.4V9.3h3.6v4.1',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  bell: 'M4 7a4 4 0 0 1 8 0c0 3.2 1.2 4.2 1.2 4.2H2.8S4 10.2 4 7ZM6.6 13.4a1.6 1.6 0 0 0 2.8 0',
  search: 'M7.2 12.2a5 5 0 1 0 0-10 5 5 0 0 0 0 10ZM13.5 13.5l-2.8-2.8',
  plus: 'M8 3v10M3 8h10',
  close: 'm4 4 8 8M12 4l-8 8',
  help: 'M8 13.8A5.8 5.8 0 1 0 8 2.2a5.8 5.8 0 0 0 0 11.6ZM6.2 6.4a1.8 1.8 0 1 1 2.6 1.6c-.5.3-.8.6-.8 1.2M8 11.2h.01',
  check: 'm3 8.4 3.2 3.2L13 4.6',
  down: 'm4 6 4 4 4-4',
  up: 'm4 10 4-4 4 4',
  right: 'm6 4 4 4-4 4',
  left: 'm10 4-4 4 4 4',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  grip: 'M6 3.5h.01M6 8h.01M6 12.5h.01M10 3.5h.01M10 8h.01M10 12.5h.01',
  user: 'M8 8.2a2.9 2.9 0 1 0 0-5.8 2.9 2.9 0 0 0 0 5.8ZM2.8 13.6c.5-2.4 2.6-3.8 5.2-3.8s4.7 1.4 5.2 3.8',
  users:
    'M6 7.6a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.6 13c.4-2.2 2.1-3.5 4.4-3.5s4 1.3 4.4 3.5M10.4 2.9a2.4 2.4 0 0 1 0 4.5M12.2 9.9c1.2.5 2 1.6 2.2 3.1',
  department: 'M8 2.5v3M8 8.5v-3M3.5 10.5v-2h9v2M2 10.5h3v3H2zM6.5 10.5h3v3h-3zM11 10.5h3v3h-3zM6.5 2.5h3v3h-3z',
  folder: 'M2 4.4a1 1 0 0 1 1-1h3l1.4 1.5H13a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1z',
  file: SHEET,
  fileText: `${SHEET}M5.3 8h4.6M5.3 10.6h4.6`,
  fileTable: 'M2.4 3h11.2v10H2.4zM2.4 6.3h11.2M6.2 6.3V13M2.4 9.7h11.2',
  fileSlides: 'M2 3h12M3 3v7h10V3M8 10v1.4M5.6 13.6 8 11.4l2.4 2.2M5.8 7.6l1.7-1.7 1.2 1.2 1.6-1.6',
  filePdf: `${SHEET}M6 12V7.4h1.9a1.4 1.4 0 0 1 0 2.9H6`,
  filePicture: 'M2.4 3h11.2v10H2.4zM2.6 11l3.2-3.4 2.6 2.6 1.8-1.8 3.2 3.2M10.4 5.8h.01',
  fileDrawing: 'M3 13.2V2.8l10.4 10.4zM5.8 10.4V8.2L8 10.4z',
  fileArchive: 'M2.4 2.9h11.2v3.2H2.4zM3.3 6.1v7.2h9.4V6.1M6.5 8.8h3',
  task: 'M3.4 2.5h9.2a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H3.4a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM5.2 8.2l1.9 1.9 3.7-4',
  review: 'M2.5 3.5h11v7h-6l-3 2.6v-2.6h-2zM5.6 7l1.7 1.6 3-3.2',
  process:
    'M3.6 5.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2ZM12.4 13.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2ZM5.2 4h3.3a2 2 0 0 1 2 2v4.4',
  model: 'm8 1.9 5.4 3v6.2L8 14.1l-5.4-3V4.9zM2.7 5 8 8l5.3-3M8 8v6',
  role: 'M8 1.9 13 3.8v4c0 3-2 5.2-5 6.3-3-1.1-5-3.3-5-6.3v-4zM5.9 8l1.5 1.5L10.2 6.6',
  settings:
    'M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM13.3 9.2l.7 1.5-1.6 1.7-1.6-.6-1 .5-.6 1.5H6.8l-.6-1.5-1-.5-1.6.6L2 10.7l.7-1.5V6.8L2 5.3l1.6-1.7 1.6.6 1-.5.6-1.5h2.4l.6 1.5 1 .5 1.6-.6L14 5.3l-.7 1.5z',
  log: 'M3 2.5h10v11H3zM5.4 5.5h5.2M5.4 8h5.2M5.4 10.5h3',
  clock: 'M8 13.8A5.8 5.8 0 1 0 8 2.2a5.8 5.8 0 0 0 0 11.6ZM8 4.8V8l2.2 1.6',
  calendar: 'M2.5 3.8h11v9.7h-11zM2.5 6.8h11M5.4 2.2v3M10.6 2.2v3',
  project: 'M2.5 13.5v-9l5-2.3v11.3M7.5 6l6 2v5.5M1.6 13.5h12.8M4.6 6.4h1M4.6 9h1M10.2 10h1',
  tag: 'M8.3 2.4h5.3v5.3l-6 6-5.3-5.3zM10.9 5.1h.01',
  position: 'M2.4 5.2h11.2v8H2.4zM5.8 5.2V3.4a1 1 0 0 1 1-1h2.4a1 1 0 0 1 1 1v1.8M2.4 8.6h11.2',
  share:
    'M11.9 5.4a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8ZM4.1 9.9a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8ZM11.9 14.4a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8ZM5.8 7.1l4.4-2.6M5.8 8.9l4.4 2.6',
  trash: 'M2.8 4.2h10.4M6 4.2V2.6h4v1.6M4 4.2l.6 9.4h6.8l.6-9.4M6.6 7v4M9.4 7v4',
  edit: 'm3 13 .6-2.8 7-7a1.3 1.3 0 0 1 1.9 0l.3.3a1.3 1.3 0 0 1 0 1.9l-7 7zM9.4 4.4l2.2 2.2',
  download: 'M8 2.4v7.4M4.8 6.8 8 10l3.2-3.2M2.6 13.4h10.8',
  upload: 'M8 10V2.6M4.8 5.8 8 2.6l3.2 3.2M2.6 13.4h10.8',
  eye: 'M1.6 8S3.8 3.6 8 3.6 14.4 8 14.4 8 12.2 12.4 8 12.4 1.6 8 1.6 8ZM8 9.9a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8Z',
  eyeOff:
    'M2 2l12 12M6.3 4A6 6 0 0 1 8 3.6C12.2 3.6 14.4 8 14.4 8a11 11 0 0 1-2 2.5M10 12a6 6 0 0 1-2 .4C3.8 12.4 1.6 8 1.6 8a11 11 0 0 1 2.6-3',
  filter: 'M2.4 3.6h11.2M4.6 8h6.8M6.8 12.4h2.4',
  sort: 'M4.8 3v10M2.4 10.6 4.8 13l2.4-2.4M11.2 13V3M8.8 5.4 11.2 3l2.4 2.4',
  ascending: 'M8 13V3M4 7l4-4 4 4',
  descending: 'M8 3v10M4 9l4 4 4-4',
  columns: 'M2.4 3h11.2v10H2.4zM6.2 3v10M9.8 3v10',
  density: 'M2.5 3.5h11M2.5 6.5h11M2.5 9.5h11M2.5 12.5h11',
  expand: 'M9.5 2.5h4v4M6.5 13.5h-4v-4M13.5 2.5 9.4 6.6M2.5 13.5l4.1-4.1',
  external: 'M6.5 3.5h-3v9h9v-3M9.5 2.5h4v4M13.3 2.7 7.5 8.5',
  link: 'M6.7 9.3a2.6 2.6 0 0 0 3.8 0l2-2a2.7 2.7 0 0 0-3.8-3.8l-.7.7M9.3 6.7a2.6 2.6 0 0 0-3.8 0l-2 2a2.7 2.7 0 0 0 3.8 3.8l.7-.7',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  move: 'M2.5 8h9M8.5 5l3 3-3 3M13.5 3v10',
  refresh: 'M13 8a5 5 0 1 1-1.6-3.7M13.2 2.2v2.9h-2.9',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6h6.2a3.8 3.8 0 0 1 0 7.6H6',
  info: 'M8 13.8A5.8 5.8 0 1 0 8 2.2a5.8 5.8 0 0 0 0 11.6ZM8 7.4v3.4M8 5.2h.01',
  warning: 'M8 2.6 14.2 13.2H1.8zM8 6.6v3M8 11.4h.01',
  error: 'M8 13.8A5.8 5.8 0 1 0 8 2.2a5.8 5.8 0 0 0 0 11.6ZM6 6l4 4M10 6l-4 4',
  success: 'M8 13.8A5.8 5.8 0 1 0 8 2.2a5.8 5.8 0 0 0 0 11.6ZM5.6 8.2l1.7 1.7 3.2-3.5',
  signOut: 'M6.5 13.5h-3v-11h3M10 5l3 3-3 3M13 8H6',
  key: 'M10.6 8.6a3.1 3.1 0 1 0-3-3.9l-.1.9-5 5v2.9h2.9v-1.7h1.7V10l1-1 .9-.4ZM11 5.2h.01',
  language:
    'M8 13.8A5.8 5.8 0 1 0 8 2.2a5.8 5.8 0 0 0 0 11.6ZM2.2 8h11.6M8 2.2c1.6 1.5 2.4 3.4 2.4 5.8S9.6 12.3 8 13.8C6.4 12.3 5.6 10.4 5.6 8S6.4 3.7 8 2.2Z',
  theme: 'M13.4 9.6A5.7 5.7 0 0 1 6.4 2.6a5.7 5.7 0 1 0 7 7Z',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6ZM8 1.6v1.2M8 13.2v1.2M1.6 8h1.2M13.2 8h1.2M3.5 3.5l.8.8M11.7 11.7l.8.8M12.5 3.5l-.8.8M4.3 11.7l-.8.8',
  screen: 'M2 3h12v8H2zM6 13.5h4M8 11v2.5',
  rows: 'M2.5 4.5h11M2.5 11.5h11',
  sidebar: 'M2.4 3h11.2v10H2.4zM6.2 3v10',
  offline: 'M2 2l12 12M3 6.6a8 8 0 0 1 2.6-1.5M8.5 4.6A8 8 0 0 1 13 6.6M5 9.2a5 5 0 0 1 2.5-1.3M8 12.4h.01',
  comment: 'M2.5 3h11v8h-6l-3 2.6V11h-2z',
  play: 'M5 3.2 12.4 8 5 12.8z',
  pause: 'M5.4 3.5v9M10.6 3.5v9',
  star: 'm8 2.2 1.8 3.7 4 .6-2.9 2.9.7 4L8 11.5l-3.6 1.9.7-4L2.2 6.5l4-.6z',
  place:
    'M8 14.2S3.4 9.8 3.4 6.6a4.6 4.6 0 0 1 9.2 0c0 3.2-4.6 7.6-4.6 7.6ZM8 8.2a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2Z',
  pin: 'M8 9.5v4.3M5.5 2.3h5l-.6 4 1.9 3.2H4.2l1.9-3.2z',
  restore: 'M3 8a5 5 0 1 0 1.6-3.7M2.8 2.2v2.9h2.9M8 5.3V8l1.8 1.3',
  book: 'M8 4.2C6.6 3.2 4.7 2.9 2.5 2.9v9.4c2.2 0 4.1.3 5.5 1.3 1.4-1 3.3-1.3 5.5-1.3V2.9c-2.2 0-4.1.3-5.5 1.3ZM8 4.2v9.4',
  print: 'M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z',
} as const;

export type IconName = keyof typeof PATHS;

export const ICON_NAMES = Object.keys(PATHS) as IconName[];

/** Decoration beside a label. A button with only an icon needs its own aria-label. */
export function Icon({ name, size = 16, ...rest }: { name: IconName; size?: number } & SVGProps<SVGSVGElement>) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none' }}
      {...rest}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
