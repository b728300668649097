import type { Property, TreeNode, VisibilityState } from '@prdm/viewer';

/** A line of the component tree as it is drawn. */
export interface TreeRow {
  readonly node: TreeNode;
  readonly depth: number;
  readonly expandable: boolean;
  readonly open: boolean;
  /** Held open by a search: what was found below it is to be seen. */
  readonly fixed: boolean;
}

const matches = (node: TreeNode, word: string, shown: ShowClass): boolean =>
  node.name.toLowerCase().includes(word) ||
  shown(node.ifcClass).toLowerCase().includes(word) ||
  node.ifcClass.toLowerCase().includes(word) ||
  (node.guid ?? '').toLowerCase() === word;

/** A class of the IFC in the reader's words. */
export type ShowClass = (ifcClass: string) => string;

/** The lines in sight: open branches, or with a search word every hit with the way to it. */
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
      // Nothing was found below it, but what was found itself can be opened all the same.
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

/** Width of the end of a name that stays in sight, and from which a name counts as long; a Chinese letter is two wide. */
const TAIL = 12;
const LONG = 22;

/**
 * A name in two parts, of which the first may be cut: names of one family differ at their end ("Basic Wall:Exterior - 150:138062"), and
 * cut there they would all read the same.
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

/** What is open at first: everything down to the storeys, so that the building can be read at once. */
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

/** Keys of the branches above a component, to bring it into sight; null when it is not in the tree. */
export function pathTo(roots: readonly TreeNode[], guid: string): string[] | null {
  for (const node of roots) {
    if (node.guid === guid) return [];
    const below = pathTo(node.children, guid);
    if (below) return [node.key, ...below];
  }
  return null;
}

/**
 * Keys of the lines whose components are all out of sight: hidden themselves or with what they are part of, or left out of an isolation.
 * A branch without anything that could be seen is not dimmed.
 */
export function hiddenKeys(
  roots: readonly TreeNode[],
  state: Pick<VisibilityState, 'hidden' | 'isolated'>,
): Set<string> {
  const hidden = new Set(state.hidden);
  const isolated = state.isolated === null ? null : new Set(state.isolated);
  const keys = new Set<string>();
  /** Whether something at or below the node is in sight; null when there is nothing. */
  const walk = (node: TreeNode, isGone: boolean, isKept: boolean): boolean | null => {
    const { guid } = node;
    const gone = isGone || (guid !== null && hidden.has(guid));
    const kept = isKept || isolated === null || (guid !== null && isolated.has(guid));
    const hasBody = node.kind === 'component' || node.kind === 'space' || node.drawn === true;
    // An assembly is seen by its parts.
    const isAssembly = node.kind === 'component' && node.children.length > 0;
    let seen = hasBody && !(isAssembly && !gone) ? !gone && kept : null;
    for (const child of node.children) {
      const below = walk(child, gone, kept);
      if (below !== null) seen = seen === true || below;
    }
    if (seen === false) keys.add(node.key);
    return seen;
  };
  for (const root of roots) walk(root, false, false);
  return keys;
}

/**
 * Key of the word for a class, in the texts `ifc`. The standard case of a wall is a wall to everybody but the file format, and old files
 * write what is one class today as two.
 */
export const classKey = (ifcClass: string): string =>
  ifcClass
    .toUpperCase()
    .replace(/^IFC/, '')
    .replace(/(STANDARD|ELEMENTED)CASE$/, '');

/** Measures by the kind of unit they stand in; a count or a ratio has none. */
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

/** The sign a value's unit has in this file: IFCPOSITIVELENGTHMEASURE stands in the file's length unit. Empty where the file says nothing. */
function unitSign(type: string | null, units: Readonly<Record<string, string>>): string {
  const measure = /^IFC(?:POSITIVE|NONNEGATIVE)?(\w+)MEASURE$/.exec(type ?? '')?.[1] ?? '';
  return units[UNIT_KIND[measure] ?? ''] ?? '';
}

/** Stands where the file gives no value. */
export const NO_VALUE = '—';

/**
 * A property's value as a person reads it. Measures stay in the file's own unit, which may be metres: three decimals are a millimetre
 * there, and one would make a door of 1.25 m one of 1.3. The unit stands behind it, because the tools beside it speak millimetres.
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
  /** Millimetres in the file's own heights. */
  readonly elevation: number;
}

/** The storeys one can jump to, from the lowest to the highest: one without a height is no place to go to, one without a name is called by its height. */
export function storeysOf(
  storeys: readonly { guid: string; name: string; elevation: number | null }[],
): readonly Storey[] {
  return storeys
    .flatMap(({ guid, name, elevation }) =>
      elevation === null ? [] : [{ guid, name: name.trim() === '' ? levelText(elevation) : name, elevation }],
    )
    .toSorted((a, b) => a.elevation - b.elevation);
}

/** A height as it stands on drawings: metres with three decimals and a sign. */
export function levelText(millimetres: number): string {
  const metres = (Math.abs(millimetres) / 1000).toFixed(3);
  if (Number(metres) === 0) return `±${metres}`;
  return `${millimetres < 0 ? '−' : '+'}${metres}`;
}

/** The bytes of a picture as calls carry them. */
export async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** The form of a task that points at a viewpoint. */
export const taskAddress = (projectId: number, viewpoint: { id: number; name: string }): string =>
  `/file/task/addEdit?project_id=${projectId}&viewpoint_id=${viewpoint.id}&title=${encodeURIComponent(viewpoint.name)}`;
