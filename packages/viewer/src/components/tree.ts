import { pushTo, sorted } from '../lists.ts';
import type { TreeKind, TreeNode } from '../types.ts';

/** The structure as the fragments file keeps it: category nodes without localId alternate with items without category. */
export type RawTree = {
  readonly category: string | null;
  readonly localId: number | null;
  readonly children?: readonly RawTree[];
};
export type ItemInfo = { readonly name: string; readonly guid: string | null; readonly ifcClass: string };
export type TreeSource = {
  readonly modelId: string;
  readonly structure: RawTree;
  readonly info: ReadonlyMap<number, ItemInfo>;
  /** Every component that has geometry: some files leave components out of the spatial structure. */
  readonly drawn: readonly number[];
};

const KINDS: Record<string, TreeKind> = {
  IFCPROJECT: 'project',
  IFCSITE: 'site',
  IFCBUILDING: 'building',
  IFCBUILDINGSTOREY: 'storey',
  IFCSPACE: 'space',
  IFCROAD: 'spatial',
  IFCRAILWAY: 'spatial',
  IFCBRIDGE: 'spatial',
  IFCMARINEFACILITY: 'spatial',
  IFCFACILITY: 'spatial',
  IFCFACILITYPART: 'spatial',
  IFCFACILITYPARTCOMMON: 'spatial',
  IFCROADPART: 'spatial',
  IFCRAILWAYPART: 'spatial',
  IFCBRIDGEPART: 'spatial',
  IFCMARINEPART: 'spatial',
  IFCSPATIALZONE: 'spatial',
  IFCEXTERNALSPATIALELEMENT: 'spatial',
};

export function kindOf(ifcClass: string): TreeKind {
  return KINDS[ifcClass] ?? 'component';
}

/** Whether an item holds others by place rather than being made of them. */
export function isPlace(ifcClass: string): boolean {
  return isContainer(kindOf(ifcClass));
}

/** Old files write what is one class today as two: a wall and its standard case belong into one group. */
export function familyOf(ifcClass: string): string {
  return ifcClass.replace(/(?:STANDARD|ELEMENTED)CASE$/, '');
}

/** Containers stand directly under their parent; what they contain is grouped by class. */
function isContainer(kind: TreeKind): boolean {
  return kind !== 'component' && kind !== 'space';
}

const NO_INFO: ItemInfo = { name: '', guid: null, ifcClass: '' };

/** Items below a node, the category level taken out. */
function items(children: readonly RawTree[] | undefined): RawTree[] {
  return (children ?? []).flatMap((child) => (child.localId === null ? items(child.children) : [child]));
}

function byName(a: TreeNode, b: TreeNode): number {
  return a.name.localeCompare(b.name, 'zh-CN', { numeric: true }) || a.key.localeCompare(b.key);
}

function sum(nodes: readonly TreeNode[]): number {
  return nodes.reduce((total, node) => total + node.count, 0);
}

class Flattener {
  private readonly source: TreeSource;
  readonly placed = new Set<number>();
  private readonly bodies: ReadonlySet<number>;

  constructor(source: TreeSource) {
    this.source = source;
    this.bodies = new Set(source.drawn);
  }

  node(raw: RawTree): TreeNode {
    const localId = raw.localId ?? -1;
    this.placed.add(localId);
    const { name, guid, ifcClass } = this.source.info.get(localId) ?? NO_INFO;
    const kind = kindOf(ifcClass);
    const below = items(raw.children).map((child) => this.node(child));
    const children = kind === 'component' ? below : this.grouped(this.key(localId), below);
    const container = isContainer(kind);
    // What is drawn counts: the head of the page, the server and the tree then name one number. A stair is its flights.
    const hasBody = this.bodies.has(localId);
    const count = sum(children) + (hasBody ? 1 : 0);
    const drawn = container && hasBody ? { drawn: true as const } : {};
    return {
      key: this.key(localId),
      kind,
      name,
      ifcClass,
      modelId: this.source.modelId,
      localId,
      guid,
      count,
      children,
      ...drawn,
    };
  }

  /** Containers first, in the file's order; then one node per class with its components by name. */
  grouped(parentKey: string, nodes: readonly TreeNode[]): TreeNode[] {
    const containers = nodes.filter((node) => isContainer(node.kind));
    return [
      ...containers,
      ...this.classes(
        parentKey,
        nodes.filter((node) => !isContainer(node.kind)),
      ),
    ];
  }

  classes(parentKey: string, nodes: readonly TreeNode[]): TreeNode[] {
    const groups = new Map<string, TreeNode[]>();
    for (const node of nodes) pushTo(groups, familyOf(node.ifcClass), node);
    const classes = [...groups.entries()].map(([ifcClass, members]): TreeNode => ({
      key: `${parentKey}/${ifcClass}`,
      kind: 'class',
      name: '',
      ifcClass,
      modelId: this.source.modelId,
      localId: null,
      guid: null,
      count: sum(members),
      children: sorted(members, byName),
    }));
    return sorted(classes, (a, b) => a.ifcClass.localeCompare(b.ifcClass));
  }

  private key(localId: number): string {
    return `${this.source.modelId}/${localId}`;
  }
}

/** Project, site, building, storey, class, component; what the file placed nowhere hangs under the project by class. */
export function storeyTree(source: TreeSource): TreeNode[] {
  const flattener = new Flattener(source);
  const roots = items([source.structure]).map((raw) => flattener.node(raw));
  const loose = source.drawn
    .filter((localId) => !flattener.placed.has(localId))
    .map((localId) => flattener.node({ category: null, localId }));
  if (loose.length === 0) return roots;
  const [root, ...others] = roots;
  if (!root) return flattener.classes(source.modelId, loose);
  const added = flattener.classes(`${root.key}/loose`, loose);
  return [{ ...root, count: root.count + sum(added), children: [...root.children, ...added] }, ...others];
}

/** One node per class over the whole model; every component once, without its parts below it. */
export function classTree(source: TreeSource): TreeNode[] {
  const flattener = new Flattener(source);
  const flat: TreeNode[] = [];
  const collect = (node: TreeNode): void => {
    if (node.kind === 'component' || node.kind === 'space') flat.push({ ...node, count: 1, children: [] });
    node.children.forEach(collect);
  };
  storeyTree(source).forEach(collect);
  return flattener.classes(`${source.modelId}/class`, flat);
}

/** GUIDs of what has a body at and below a node: what hiding or isolating the node means. */
export function guidsUnder(node: TreeNode): string[] {
  const found: string[] = [];
  const collect = (at: TreeNode): void => {
    if (at.guid !== null && (at.kind === 'component' || at.kind === 'space' || at.drawn)) found.push(at.guid);
    at.children.forEach(collect);
  };
  collect(node);
  return found;
}
