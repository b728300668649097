import type { VersionOfModel } from './models.queries.ts';

/** The part of a model page's address that decides the version. */
export interface ModelAddress {
  readonly version: number | null;
  readonly viewpoint: number | null;
}

/** @returns the id that a parameter of the address names; null when it names none */
export function idIn(address: URLSearchParams, name: string): number | null {
  const named = Number(address.get(name));
  return Number.isSafeInteger(named) && named > 0 ? named : null;
}

/**
 * The version to show: the one in the address, else the version of its viewpoint. Null means the newest that can be
 * opened.
 * @param taken version of the viewpoint; null when unknown
 */
export function versionToShow(
  address: ModelAddress,
  taken: number | null,
  versions: readonly Pick<VersionOfModel, 'version_id' | 'openable'>[],
): number | null {
  if (address.version !== null) return address.version;
  const isThere = versions.some(({ version_id, openable }) => version_id === taken && openable);
  return isThere ? taken : null;
}

/** GUIDs in a saved view: isolated, hidden and selected components. */
export function namedIn(state: {
  readonly hidden: readonly string[];
  readonly isolated: readonly string[] | null;
  readonly selection: readonly string[];
}): string[] {
  return [...new Set([...(state.isolated ?? []), ...state.hidden, ...state.selection])];
}
