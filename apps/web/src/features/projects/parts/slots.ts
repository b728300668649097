import type { ComponentType, ReactNode } from 'react';

/** What other features know of a project, to be shown on its pages. The features do not know each other: app/ puts these in. */

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Of the rows of the list: `Rows` asks for all of them at once, `Cell` shows one. */
export interface ListSlots {
  /** `askedAt`: when the rows were told, in milliseconds. */
  readonly Rows: ComponentType<{ ids: readonly number[]; askedAt: number; children: ReactNode }>;
  readonly Cell: ComponentType<{ id: number }>;
}

/** Of the overview. */
export interface OverviewSlots {
  /** How the work stands; `start` is shown while there is none. */
  readonly Work: ComponentType<{
    projectId: number;
    stages: readonly (Named & { readonly current: boolean })[];
    professions: readonly Named[];
    start: ReactNode;
  }>;
  /** What came in last, each a panel of its own. */
  readonly latest: readonly { readonly key: string; readonly Panel: ComponentType<{ projectId: number }> }[];
}
