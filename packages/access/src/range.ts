import { hidesProject } from './content.ts';
import { asciiLower, nodeName } from './node-name.ts';
import { VIEW_RANGES } from './place.ts';
import { allow, builtInRole, refuse, roleSource } from './principal.ts';
import { isSuperAdmin } from './standing.ts';
import type {
  Decision,
  HeldRole,
  Principal,
  ProjectAccessEntry,
  RangeUse,
  Reason,
  RecordFacts,
  RecordQuestion,
  ViewRange,
} from './types.ts';

/**
 * The records that a person reaches with one node: the union of all its parts. A list builds its SQL conditions from
 * it; `decideRecord` judges a single record by the same parts. An empty range reaches nothing.
 */
export interface DataRange {
  /** Every record of the enterprise. */
  readonly everything: boolean;
  /** The person whose own records are in range, or null. */
  readonly userId: number | null;
  readonly departments: readonly number[];
  readonly companies: readonly number[];
  /** `all`: every record that belongs to a project (leaders). */
  readonly projects: 'all' | readonly number[];
  /** Projects whose records are never in range: they have a secrecy level that the person may not see. */
  readonly hidden: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();
const NOTHING: DataRange = {
  everything: false,
  userId: null,
  departments: [],
  companies: [],
  projects: [],
  hidden: NONE,
};

/** One source of the range, with the reasons that a single record shows. */
interface Part {
  readonly chain: readonly Reason[];
  readonly range: DataRange;
}

/**
 * The range of a node for a person. Sources, all united:
 * - superAdmin: everything.
 * - each enterprise role that holds the node: its view range.
 * - a leader whose own list holds the node: every project (decision T40: the own list decides in every project).
 * - for `read`: each department that the person heads, whether or not a role holds the node.
 * - each project in which the project list holds the node; not for leaders, whose own list decides.
 *
 * A person without roles reaches nothing, as in decideNode.
 */
export function rangeOf(principal: Principal | null, node: string, use: RangeUse, prefix?: string): DataRange {
  const parts = principal === null ? [] : partsOf(principal, nodeName(node, prefix), use).map(({ range }) => range);
  const hidden = principal?.hiddenProjects ?? NONE;
  if (parts.some(({ everything }) => everything)) return { ...NOTHING, everything: true, hidden };
  return {
    hidden,
    everything: false,
    userId: parts.find(({ userId }) => userId !== null)?.userId ?? null,
    departments: [...new Set(parts.flatMap(({ departments }) => departments))],
    companies: [...new Set(parts.flatMap(({ companies }) => companies))],
    projects: joinedProjects(parts.map(({ projects }) => projects)),
  };
}

function joinedProjects(all: readonly DataRange['projects'][]): DataRange['projects'] {
  const ids = new Set<number>();
  for (const projects of all) {
    if (projects === 'all') return 'all';
    for (const id of projects) ids.add(id);
  }
  return [...ids];
}

/**
 * The widest view range in which the person holds the node, by its full name. Null without a role that holds it.
 * superAdmin holds every node in the enterprise.
 */
export function widestRange(principal: Principal, action: string): ViewRange | null {
  if (isSuperAdmin(principal)) return 'enterprise';
  const held = principal.roles.filter(({ access }) => holds(access, action)).map((role) => role.viewRange ?? 'self');
  return VIEW_RANGES.findLast((range) => held.includes(range)) ?? null;
}

/** Whether the range reaches no record at all. */
export const isNothing = ({ everything, userId, departments, companies, projects }: DataRange): boolean =>
  !everything && userId === null && departments.length === 0 && companies.length === 0 && projects.length === 0;

interface RangeOpening {
  readonly node: string;
  readonly use: RangeUse;
  /** The range must be the whole enterprise. */
  readonly whole?: true;
}

/** Whether the range of a node is open to the person: it reaches something, or with `whole` the whole enterprise. */
export const opensRange = (principal: Principal | null, opening: RangeOpening): boolean =>
  decideOpening(principal, opening).allowed;

/** The same with its reasons: the first role, headship or project list that opens the range. */
export function decideOpening(principal: Principal | null, { node, use, whole }: RangeOpening): Decision {
  if (!principal) return refuse({ code: 'not-signed-in' });
  if (principal.isSystem === true) return refuse({ code: 'system-administrator' });
  if (!principal.roles?.length) return refuse({ code: 'no-roles' });
  const action = nodeName(node);
  const parts = partsOf(principal, action, use);
  const opening = parts.find(({ range }) => (whole ? range.everything : !isNothing(range)));
  if (opening) return allow(...opening.chain);
  return refuse(parts.length === 0 ? { code: 'lacking', actions: [action] } : { code: 'outside-range', action });
}

/** Whether one record is in the range. A fact that is null or missing matches nothing. */
export function covers(range: DataRange, { user, department, company, project }: RecordFacts): boolean {
  if (project !== null && project !== undefined && range.hidden.has(project)) return false;
  if (range.everything) return true;
  const has = (ids: readonly number[], id: number | null | undefined): boolean =>
    id !== null && id !== undefined && ids.includes(id);
  if (range.projects === 'all' ? project !== null && project !== undefined : has(range.projects, project)) return true;
  return (
    has(range.userId === null ? [] : [range.userId], user) ||
    has(range.departments, department) ||
    has(range.companies, company)
  );
}

/** Judges one record by the parts of `rangeOf`. The chain names the role, headship or project list that decided. */
export function decideRecord(principal: Principal | null, question: RecordQuestion): Decision {
  if (!principal) return refuse({ code: 'not-signed-in' });
  if (!principal.roles?.length) return refuse({ code: 'no-roles' });
  const action = nodeName(question.node, question.prefix);
  const parts = partsOf(principal, action, question.use);
  const isHidden = hidesProject(principal, question.record.project);
  const part = isHidden ? undefined : parts.find(({ range }) => covers(range, question.record));
  if (part) return allow(...part.chain);
  return refuse(parts.length === 0 ? { code: 'lacking', actions: [action] } : { code: 'outside-range', action });
}

function partsOf(principal: Principal, action: string, use: RangeUse): Part[] {
  if (principal.isSystem === true || !principal.roles?.length) return [];
  const superAdmin = builtInRole(principal, 'superAdmin');
  if (superAdmin)
    return [{ chain: [{ code: 'super-admin', ...roleSource(superAdmin) }], range: { ...NOTHING, everything: true } }];
  const holding = principal.roles.filter(({ access }) => holds(access, action));
  return [
    ...holding.map((role) => partOfRole(principal, role, action)),
    ...partsOfLeader(principal, holding, action),
    ...(use === 'read' ? partsOfHead(principal) : []),
    ...partsOfProjects(principal, action),
  ];
}

const holds = (list: readonly { readonly action: string }[], action: string): boolean => {
  const name = asciiLower(action);
  return list.some((entry) => asciiLower(entry.action) === name);
};

function partOfRole(principal: Principal, role: HeldRole, action: string): Part {
  const range = role.viewRange ?? 'self';
  return {
    chain: [{ code: 'in-range', action, range, ...roleSource(role) }],
    range: { ...NOTHING, ...reachOf(principal, range) },
  };
}

/** A view range as ids. Without a department or company, the ranges of departments and companies reach nothing. */
function reachOf({ userId, place }: Principal, range: ViewRange): Partial<DataRange> {
  const own = place.departmentId === null ? [] : [place.departmentId];
  switch (range) {
    case 'self':
      return { userId };
    case 'department':
      return { departments: own };
    case 'department_and_below':
      return { departments: [...new Set([...own, ...place.departmentAndBelow])] };
    case 'company':
      return { companies: place.companyId === null ? [] : [place.companyId], departments: place.companyDepartments };
    case 'enterprise':
      return { everything: true };
    default:
      return {};
  }
}

function partsOfLeader(principal: Principal, holding: readonly HeldRole[], action: string): Part[] {
  const leader = builtInRole(principal, 'leader');
  const [role] = holding;
  if (!leader || !role) return [];
  const chain: Reason[] = [
    { code: 'leader', ...roleSource(leader) },
    { code: 'own-list' },
    { code: 'granted', action, ...roleSource(role) },
  ];
  return [{ chain, range: { ...NOTHING, projects: 'all' } }];
}

const partsOfHead = ({ place }: Principal): Part[] =>
  place.heads.map(({ via, as, departments }) => ({
    chain: [{ code: 'heads', via, as }],
    range: { ...NOTHING, departments },
  }));

function partsOfProjects(principal: Principal, action: string): Part[] {
  if (builtInRole(principal, 'leader')) return [];
  const name = asciiLower(action);
  const lists = Object.entries(principal.projectAccess) as [string, readonly ProjectAccessEntry[]][];
  return lists.flatMap(([projectId, list]) => {
    const entry = list.find((one) => asciiLower(one.action) === name);
    if (!entry) return [];
    return [
      {
        chain: [
          { code: 'project-list', projectId },
          { code: 'granted', action, via: entry.via },
        ],
        range: { ...NOTHING, projects: [Number(projectId)] },
      },
    ];
  });
}
