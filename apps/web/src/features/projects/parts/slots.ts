import type { ComponentType, ReactNode } from 'react';

/**
 * Parts of other features on the pages of a project. Features do not import each other, so app/ inserts these parts.
 */

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Parts of the project list. `Rows` requests the figures of all rows at once, `Cell` shows those of one row. */
export interface ListSlots {
  /** `askedAt`: time at which the rows arrived, in milliseconds. */
  readonly Rows: ComponentType<{ ids: readonly number[]; askedAt: number; children: ReactNode }>;
  readonly Cell: ComponentType<{ id: number }>;
}

/** Parts of the overview. */
export interface OverviewSlots {
  /** The state of the work. `start` replaces it in a project without tasks. */
  readonly Work: ComponentType<{
    projectId: number;
    stages: readonly (Named & { readonly current: boolean })[];
    professions: readonly Named[];
    start: ReactNode;
  }>;
  /** The latest records of other features, one panel each. */
  readonly latest: readonly { readonly key: string; readonly Panel: ComponentType<{ projectId: number }> }[];
}
