import type { Property, TreeNode, VisibilityState } from '@prdm/viewer';

/** A drawn line of the component tree. */
export interface TreeRow {
  readonly node: TreeNode;
  readonly depth: number;
  readonly expandable: boolean;
  readonly open: boolean;
  /** A search keeps the line expanded, because there are hits below it. */
  readonly fixed: boolean;
}

const matches = (node: TreeNode, word: string, shown: ShowClass): boolean =>
  node.name.toLowerCase().includes(word) ||
  shown(node.ifcClass).toLowerCase().includes(word) ||
  node.ifcClass.toLowerCase().includes(word) ||
  (node.guid ?? '').toLowerCase() === word;

/** Returns the name of an IFC class in the language of the user. */
export type ShowClass = (ifcClass: string) => string;

/** The visible lines: expanded branches, or with a search word every hit with the path to it. */
export function rowsOf(
  roots: readonly TreeNode[],
  open: ReadonlySet<string>,
  word: string,
  shown: ShowClass,
): TreeRow[] {
  const wanted = word.trim().toLowerCase();
  const rows: TreeRow[] = [];
  const walk = (nodes: readonly TreeNode[], depth: number): void => {
    for (const node of nodes) {
      const isOpen = open.has(node.key);
      rows.push({ node, depth, expandable: node.children.length > 0, open: isOpen, fixed: false });
      if (isOpen) walk(node.children, depth + 1);
    }
  };
  const search = (nodes: readonly TreeNode[], depth: number): boolean => {
    let hit = false;
    for (const node of nodes) {
      const at = rows.length;
      rows.push({ node, depth, expandable: true, open: true, fixed: true });
      const below = search(node.children, depth + 1);
      const isHit = matches(node, wanted, shown);
      if (below || isHit) hit = true;
      else rows.length = at;
      // A hit without hits below it can still be expanded.
      if (isHit && !below) {
        const isOpen = open.has(node.key);
        rows[at] = { node, depth, expandable: node.children.length > 0, open: isOpen, fixed: false };
        if (isOpen) walk(node.children, depth + 1);
      }
    }
    return hit;
  };
  if (wanted === '') walk(roots, 0);
  else search(roots, 0);
  return rows;
}

/** Width of the visible end of a long name, and the width from which a name is long. A Chinese character counts two. */
const TAIL = 12;
const LONG = 22;

/**
 * Splits a name so that only the first part may be cut off. Names of one family differ at their end ("Basic
 * Wall:Exterior - 150:138062"). Cut at the end they would look equal.
 */
export function splitName(name: string): readonly [head: string, tail: string] {
  const letters = [...name];
  let [width, from] = [0, letters.length];
  for (let at = letters.length - 1; at >= 0; at -= 1) {
    width += (letters[at]?.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1;
    if (width <= TAIL) from = at;
  }
  if (width < LONG) return [name, ''];
  return [letters.slice(0, from).join(''), letters.slice(from).join('')];
}

/** The tree with other names for some nodes, by GUID. */
export function withNames(roots: readonly TreeNode[], names: ReadonlyMap<string, string>): readonly TreeNode[] {
  if (names.size === 0) return roots;
  return roots.map((node) => ({
    ...node,
    name: names.get(node.guid ?? '') ?? node.name,
    children: withNames(node.children, names),
  }));
}

/** Keys of the branches that are expanded at first: everything down to the storeys. */
export function firstOpen(roots: readonly TreeNode[]): Set<string> {
  const open = new Set<string>();
  const walk = (nodes: readonly TreeNode[]): void => {
    for (const node of nodes) {
      if (node.kind === 'storey' || node.kind === 'component' || node.kind === 'class') continue;
      open.add(node.key);
      walk(node.children);
    }
  };
  walk(roots);
  return open;
}

/** Keys of the branches above a component, to scroll it into view. Null when the tree does not contain it. */
export function pathTo(roots: readonly TreeNode[], guid: string): string[] | null {
  for (const node of roots) {
    if (node.guid === guid) return [];
    const below = pathTo(node.children, guid);
    if (below) return [node.key, ...below];
  }
  return null;
}

/**
 * Keys of the lines whose components are all invisible: hidden directly or through their assembly, or outside an
 * isolation. A branch without drawable components is not dimmed.
 */
export function hiddenKeys(
  roots: readonly TreeNode[],
  state: Pick<VisibilityState, 'hidden' | 'isolated'>,
): Set<string> {
  const hidden = new Set(state.hidden);
  const isolated = state.isolated === null ? null : new Set(state.isolated);
  const isCounted = (node: TreeNode, child: TreeNode): boolean => !child.room || node.room === true || node.count === 0;
  const keys = new Set<string>();
  /** Whether anything at or below the node is visible. Null when the node has nothing to draw. */
  const walk = (node: TreeNode, isGone: boolean, isKept: boolean): boolean | null => {
    const { guid } = node;
    const gone = isGone || (guid !== null && hidden.has(guid));
    const kept = isKept || isolated === null || (guid !== null && isolated.has(guid));
    const hasBody = node.kind === 'component' || node.kind === 'space' || node.drawn === true;
    // An assembly is visible through its parts.
    const isAssembly = node.kind === 'component' && node.children.length > 0;
    let seen = hasBody && !(isAssembly && !gone) ? !gone && kept : null;
    for (const child of node.children) {
      const below = walk(child, gone, kept);
      // Rooms are hidden by default, so they do not decide whether a storey is visible.
      if (below !== null && isCounted(node, child)) seen = seen === true || below;
    }
    if (seen === false) keys.add(node.key);
    return seen;
  };
  for (const root of roots) walk(root, false, false);
  return keys;
}

/**
 * Key of the word for a class in the texts `ifc`. Only the file format separates the standard case of a wall from a
 * wall. Old files write one class of today as two.
 */
export const classKey = (ifcClass: string): string =>
  ifcClass
    .toUpperCase()
    .replace(/^IFC/, '')
    .replace(/(STANDARD|ELEMENTED)CASE$/, '');

/** The kind of unit of each measure. Counts and ratios have no unit. */
const UNIT_KIND: Readonly<Record<string, string>> = {
  LENGTH: 'LENGTHUNIT',
  AREA: 'AREAUNIT',
  VOLUME: 'VOLUMEUNIT',
  PLANEANGLE: 'PLANEANGLEUNIT',
  MASS: 'MASSUNIT',
  TIME: 'TIMEUNIT',
  FORCE: 'FORCEUNIT',
  PRESSURE: 'PRESSUREUNIT',
  POWER: 'POWERUNIT',
  ENERGY: 'ENERGYUNIT',
  FREQUENCY: 'FREQUENCYUNIT',
  LUMINOUSFLUX: 'LUMINOUSFLUXUNIT',
  ILLUMINANCE: 'ILLUMINANCEUNIT',
  ELECTRICCURRENT: 'ELECTRICCURRENTUNIT',
  ELECTRICVOLTAGE: 'ELECTRICVOLTAGEUNIT',
  THERMODYNAMICTEMPERATURE: 'THERMODYNAMICTEMPERATUREUNIT',
};

/**
 * The sign of a value's unit in this file. IFCPOSITIVELENGTHMEASURE uses the length unit of the file. Empty when the
 * file names no unit.
 */
function unitSign(type: string | null, units: Readonly<Record<string, string>>): string {
  const measure = /^IFC(?:POSITIVE|NONNEGATIVE)?(\w+)MEASURE$/.exec(type ?? '')?.[1] ?? '';
  return units[UNIT_KIND[measure] ?? ''] ?? '';
}

/** Shown when the file has no value. */
export const NO_VALUE = '—';

/**
 * Formats the value of a property. Measures keep the unit of the file, often metres, so three decimals are a
 * millimetre. One decimal would turn a door of 1.25 m into 1.3. The unit is always shown, because the tools beside it
 * use millimetres.
 */
export function valueText(
  property: Property,
  words: { yes: string; no: string },
  units: Readonly<Record<string, string>>,
): string {
  const { value } = property;
  if (value === null || value === '') return NO_VALUE;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number')
    return [String(Number(value.toFixed(3))), unitSign(property.type, units)].join(' ').trim();
  if (value === '.T.' || value === '.F.') return value === '.T.' ? words.yes : words.no;
  return value;
}

export interface Storey {
  readonly guid: string;
  readonly name: string;
  /** Height in the file, in millimetres. */
  readonly elevation: number;
}

/**
 * The storeys of the strip, from the lowest to the highest. A storey without a height is left out. An unnamed storey
 * shows its height. Storeys with the same name also show their heights.
 */
export function storeysOf(
  storeys: readonly { guid: string; name: string; elevation: number | null }[],
): readonly Storey[] {
  return storeys
    .flatMap(({ guid, name, elevation }) => (elevation === null ? [] : [{ guid, name: name.trim(), elevation }]))
    .toSorted((a, b) => a.elevation - b.elevation);
}

/** Names by GUID for storeys whose name in the file is missing or not unique: with the level, or the level alone. */
export function storeyNames(
  storeys: readonly { guid: string; name: string; elevation: number | null }[],
): ReadonlyMap<string, string> {
  const times = new Map<string, number>();
  for (const { name } of storeys) times.set(name.trim(), (times.get(name.trim()) ?? 0) + 1);
  const called = new Map<string, string>();
  for (const { guid, name, elevation } of storeys) {
    if (elevation === null) continue;
    const own = name.trim();
    if (own === '') called.set(guid, levelText(elevation));
    else if ((times.get(own) ?? 0) > 1) called.set(guid, `${own} ${levelText(elevation)}`);
  }
  return called;
}

/** Whether "show all" would make hidden components visible. */
export const isNarrowing = ({ hidden, isolated }: Pick<VisibilityState, 'hidden' | 'isolated'>): boolean =>
  hidden.length > 0 || isolated !== null;

/** A height as on drawings: metres with three decimals and a sign. */
export function levelText(millimetres: number): string {
  const metres = (Math.abs(millimetres) / 1000).toFixed(3);
  if (Number(metres) === 0) return `±${metres}`;
  return `${millimetres < 0 ? '−' : '+'}${metres}`;
}

/** The bytes of a picture as base64 for calls. */
export async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** Address of the form for a task that refers to a viewpoint. */
export const taskAddress = (projectId: number, viewpoint: { id: number; name: string }): string =>
  `/file/task/addEdit?project_id=${projectId}&viewpoint_id=${viewpoint.id}&title=${encodeURIComponent(viewpoint.name)}`;
