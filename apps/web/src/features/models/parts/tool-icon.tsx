import type { SVGProps } from 'react';

/** Icons of the viewer's tools, in the weight of ui/icon.tsx. No other page needs them. */
const PATHS = {
  select: 'M4 2.5 12.5 8l-4 .8L6.6 13z',
  section: 'M2.5 12.5 8 9.6l5.5 2.9M8 9.6V2.5M2.5 12.5 8 15M4 5.5l8-3v7l-8 3z',
  measure: 'm2.2 10.8 8.6-8.6 3 3-8.6 8.6zM5.3 7.7l1.4 1.4M7.4 5.6l2 2M9.5 3.5l1.4 1.4',
  roam: 'M8 4.2a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6ZM6.4 14.2l1.2-4-1.8-2 .6-3h3l.8 2.4 1.9.9M9.4 10l1.4 4.2',
  fit: 'M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3M5.5 5.5h5v5h-5z',
  hide: 'M2 2l12 12M6.3 4A6 6 0 0 1 8 3.6C12.2 3.6 14.4 8 14.4 8a11 11 0 0 1-2 2.5M10 12a6 6 0 0 1-2 .4C3.8 12.4 1.6 8 1.6 8a11 11 0 0 1 2.6-3',
  isolate: 'm8 4.6 3.2 1.8v3.4L8 11.6 4.8 9.8V6.4zM2.4 4.4v-2h2M11.6 2.4h2v2M13.6 11.6v2h-2M4.4 13.6h-2v-2',
  showAll:
    'M1.6 8S3.8 3.6 8 3.6 14.4 8 14.4 8 12.2 12.4 8 12.4 1.6 8 1.6 8ZM8 9.9a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8Z',
  cube: 'm8 1.9 5.4 3v6.2L8 14.1l-5.4-3V4.9zM2.7 5 8 8l5.3-3M8 8v6',
  parallel: 'M2.5 5.5h8v8h-8zM5.5 5.5v-3h8v8h-3M10.5 5.5l3-3M2.5 5.5l3-3M10.5 13.5l3-3',
  camera: 'M2 5h2.6l1-1.6h4.8l1 1.6H14v8H2zM8 11.2a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8Z',
} as const;

export type ToolIconName = keyof typeof PATHS;

export const ToolIcon = ({ name, ...rest }: { name: ToolIconName } & SVGProps<SVGSVGElement>) => (
  <svg
    width={16}
    height={16}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.4}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    {...rest}
  >
    <path d={PATHS[name]} />
  </svg>
);
