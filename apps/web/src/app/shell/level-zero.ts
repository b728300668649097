import type { TextKey } from '../../lib/i18n.ts';
import type { IconName } from '../../ui/look/icon.tsx';
import { ROUTES, type RouteEntry } from '../routes.tsx';
import { firstCompanyPage, type May } from './menu-model.ts';

/** The areas of the product in the order of level 0 (docs/domains/frame.md). */
export const AREAS = ['home', 'projects', 'reviews', 'schedule', 'data', 'manage'] as const;
export type Area = (typeof AREAS)[number];

interface AreaRule {
  readonly icon: IconName;
  /** First path segments of the area's pages. */
  readonly segments: readonly string[];
  /** Pages that the entry opens first. The first one that exists and that the person may open counts. */
  readonly starts: readonly string[];
}

const RULES: Record<Area, AreaRule> = {
  home: { icon: 'home', segments: ['home', 'notice', 'profile', 'invited', 'computer'], starts: ['/home'] },
  projects: { icon: 'project', segments: ['project', 'nonProject', 'file'], starts: ['/project/index'] },
  reviews: { icon: 'review', segments: ['process'], starts: ['/process/task/process'] },
  schedule: { icon: 'calendar', segments: ['meeting', 'clock', 'vacate'], starts: [] },
  data: {
    icon: 'columns',
    segments: ['data_board', 'dash_board', 'output', 'report'],
    starts: ['/data_board', '/dash_board'],
  },
  manage: { icon: 'settings', segments: ['company', 'cfg', 'system'], starts: [] },
};

export interface LevelZeroEntry {
  readonly area: Area;
  readonly labelKey: TextKey;
  readonly icon: IconName;
  /** The first page of the area for this person. */
  readonly start: string;
}

/** The area of an address; null for pages outside the frame. */
export function areaOf(path: string): Area | null {
  const [, segment] = path.split('/');
  return AREAS.find((area) => RULES[area].segments.includes(segment ?? '')) ?? null;
}

function startOf(area: Area, may: May, routes: readonly RouteEntry[]): string | null {
  if (area === 'manage') return firstCompanyPage(may, routes);
  const isOpen = (path: string): boolean => {
    const entry = routes.find((candidate) => candidate.path === path);
    return entry !== undefined && (entry.access === undefined || may(entry.access));
  };
  return RULES[area].starts.find(isOpen) ?? null;
}

/** The entries of level 0: areas in which the person may open at least one page. */
export function levelZero(may: May, routes: readonly RouteEntry[] = ROUTES): LevelZeroEntry[] {
  return AREAS.flatMap((area) => {
    const start = startOf(area, may, routes);
    return start === null ? [] : [{ area, labelKey: `shell.areas.${area}` as const, icon: RULES[area].icon, start }];
  });
}
