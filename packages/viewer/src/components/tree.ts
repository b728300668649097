import { pushTo, sorted } from '../lists.ts';
import type { TreeKind, TreeNode } from '../types.ts';

/** Structure in the fragments file: category nodes without localId alternate with items without category. */
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
  /** Every component that has geometry. Some files leave components out of the spatial structure. */
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

/** Classes of bodies that are not solid: rooms and the openings in walls. They are not components. */
export const VOIDS = [/^IFCSPACE$/, /^IFCSPATIALZONE$/, /^IFCOPENING(ELEMENT|STANDARDCASE)$/];

function isVoid(ifcClass: string): boolean {
  return VOIDS.some((pattern) => pattern.test(ifcClass));
}

/** True when an item contains others by place. False when it is made of them. */
export function isPlace(ifcClass: string): boolean {
  return isContainer(kindOf(ifcClass));
}

/** Old files write one class of today as two. A wall and its standard case belong to one group. */
export function familyOf(ifcClass: string): string {
  return ifcClass.replace(/(?:STANDARD|ELEMENTED)CASE$/, '');
}

/** Containers are direct children of their parent. Their contents are grouped by class. */
function isContainer(kind: TreeKind): boolean {
  return kind !== 'component' && kind !== 'space';
}

const NO_INFO: ItemInfo = { name: '', guid: null, ifcClass: '' };

/** Items below a node, without the category level. */
function items(children: readonly RawTree[] | undefined): RawTree[] {
  return (children ?? []).flatMap((child) => (child.localId === null ? items(child.children) : [child]));
}

function byName(a: TreeNode, b: TreeNode): number {
  return a.name.localeCompare(b.name, 'zh-CN', { numeric: true }) || a.key.localeCompare(b.key);
}

function sum(nodes: readonly TreeNode[]): number {
  return nodes.reduce((total, node) => total + node.count, 0);
}

const roomOf = (ifcClass: string): { room?: true } => (isVoid(ifcClass) ? { room: true } : {});

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
    // Only drawn components count, so the head of the page, the server and the tree show one number. A stair counts as
    // its flights.
    const hasBody = this.bodies.has(localId);
    const count = sum(children) + (hasBody && !isVoid(ifcClass) ? 1 : 0);
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
      ...roomOf(ifcClass),
    };
  }

  /**
   * Containers come first, in the order of the file. Then comes one node for each class with its components by name.
   */
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
      ...roomOf(ifcClass),
    }));
    return sorted(classes, (a, b) => a.ifcClass.localeCompare(b.ifcClass));
  }

  private key(localId: number): string {
    return `${this.source.modelId}/${localId}`;
  }
}

/**
 * Levels: project, site, building, storey, class, component. Components without a place are below the project by class.
 */
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

/** One node for each class in the whole model. Every component is listed once, without its parts. */
export function classTree(source: TreeSource): TreeNode[] {
  const flattener = new Flattener(source);
  const flat: TreeNode[] = [];
  const collect = (node: TreeNode): void => {
    if (node.kind === 'component' || node.kind === 'space')
      flat.push({ ...node, count: node.room ? 0 : 1, children: [] });
    node.children.forEach(collect);
  };
  storeyTree(source).forEach(collect);
  return flattener.classes(`${source.modelId}/class`, flat);
}

/**
 * GUIDs of all bodies at and below a node, for hiding or isolating the node. Rooms are included only when the node is a
 * room or holds nothing else. Otherwise an isolated storey would be covered by its rooms.
 */
export function guidsUnder(node: TreeNode): string[] {
  const found: string[] = [];
  const withRooms = node.room === true || node.count === 0;
  const collect = (at: TreeNode): void => {
    const hasBody = at.kind === 'component' || at.kind === 'space' || at.drawn;
    if (at.guid !== null && hasBody && (withRooms || !at.room)) found.push(at.guid);
    at.children.forEach(collect);
  };
  collect(node);
  return found;
}
