import { decide, seesAllProjects, type Decision, type Principal } from '@prdm/access';
import { idsAt, refsOf, type Endpoint, type PlacedId, type RefPath, type SubjectKindName } from '@prdm/contract/kit';
import { CODES } from '@prdm/contract/codes';
import { AppError, fail } from '../errors.ts';

/** A record an id names, loaded inside the caller's enterprise. */
export interface Subject<T = unknown> {
  readonly id: number;
  readonly row: T;
  /** null: belongs to the enterprise, not to one project. */
  readonly projectId: number | null;
  readonly archived?: boolean;
  /** false: the caller may not even learn that it exists. */
  readonly visible: boolean;
  /** Deleted, and until then the caller could see it (`visible` is false): members hear that it is not there any more, nobody else does. */
  readonly gone?: boolean;
  /** The caller was once a member of this project: 444 then tells of the removal instead of "not in the project". */
  readonly formerMember?: boolean;
  /** The record's own rules (folder rights, owner, executor); undefined rights are a programming error and throw. */
  may(right: string): Decision;
  /** Ids of the records it lies in, so that two ids of one call can be proved to belong together. */
  readonly parents?: Partial<Record<SubjectKindName, number>>;
}

/** How records of one kind are loaded and judged. Made by the module that owns them, known to nobody else but by `kind`. */
export interface SubjectKind<T> {
  readonly kind: SubjectKindName;
  readonly scope: 'enterprise' | 'project';
  load(principal: Principal, ids: readonly number[]): Promise<Subject<T>[]>;
  /** What an id answers that names nothing the caller may see, where 1006/404 says too little; the same for both cases. */
  missing?(): AppError;
  /** What a refused right answers, where 1005/403 says too little. */
  refused?(subject: Subject<T>, right: string): AppError;
}

export class SubjectKinds {
  readonly #kinds = new Map<SubjectKindName, SubjectKind<unknown>>();
  add<T>(kind: SubjectKind<T>): void {
    this.#kinds.set(kind.kind, kind as SubjectKind<unknown>);
  }
  get(name: SubjectKindName): SubjectKind<unknown> {
    const kind = this.#kinds.get(name);
    if (!kind) throw new Error(`no module loads subjects of kind "${name}"`);
    return kind;
  }
}

/** What was authorised for one call; the handler takes its records from here and from nowhere else. */
export class Authorised {
  readonly #byField = new Map<string, Subject[]>();
  /** The one project that the call's ids belong to, if they belong to one. */
  projectId: number | null = null;

  put(path: string, subjects: Subject[]): void {
    this.#byField.set(path, subjects);
  }

  one<T>(kind: SubjectKind<T>, field: string): Subject<T> {
    const subject = this.all(kind, field)[0];
    if (!subject) throw new Error(`the call carries no ${field}`);
    return subject;
  }

  maybe<T>(kind: SubjectKind<T>, field: string): Subject<T> | null {
    return this.all(kind, field)[0] ?? null;
  }

  all<T>(_kind: SubjectKind<T>, field: string): Subject<T>[] {
    return (this.#byField.get(field) ?? []) as Subject<T>[];
  }
}

/** Beside isMember: whether somebody enters a project is answered by the two together. */
export { seesAllProjects };

export const isMember = (principal: Principal, projectId: number): boolean =>
  Object.hasOwn(principal.projectAccess, String(projectId));

/** Whether the caller holds the endpoint's nodes anywhere at all: asked before any record is looked up. */
export function holdsNodesAnywhere(principal: Principal, endpoint: Endpoint): boolean {
  const { access } = endpoint;
  if (typeof access === 'string') return true;
  const wanted = nodesOf(access);
  if (access.scope === 'enterprise') return decide(principal, { ask: 'node', scope: 'other', ...wanted }).allowed;
  if (seesAllProjects(principal)) return decide(principal, { ask: 'node', scope: 'project', ...wanted }).allowed;
  return Object.keys(principal.projectAccess).some(
    (projectId) => decide(principal, { ask: 'node', scope: 'project', projectId, ...wanted }).allowed,
  );
}

const nodesOf = (access: Exclude<Endpoint['access'], string>): { actions: string[]; mode: 'anyOf' | 'allOf' } =>
  'anyOf' in access ? { actions: [...access.anyOf], mode: 'anyOf' } : { actions: [...access.allOf], mode: 'allOf' };

interface Found {
  readonly path: RefPath;
  readonly places: { readonly subject: Subject; readonly field: string }[];
}
type Wanted = { readonly path: RefPath; readonly ids: PlacedId[] }[];

/** A refusal of one id says where that stands in the input, so that a form shows it there. Where the record is the page there is no form. */
const standing = (refusal: AppError, field: string, page: boolean): AppError => {
  if (page) return refusal;
  const { code, key, details, status, cause } = refusal;
  return new AppError(code, key, { field, ...details }, { status, cause });
};

/**
 * Loads every id of a call and judges each: exists and may be seen, member of its project, ids belong together, project
 * not archived, node held in that project, right on the record. The order is part of the contract (architecture.md,
 * "Where pages disagreed"); what may not be seen answers exactly like what does not exist.
 */
export async function authorise(
  endpoint: Endpoint,
  input: unknown,
  principal: Principal,
  kinds: SubjectKinds,
): Promise<Authorised> {
  const refs = refPathsOf(endpoint);
  const page = endpoint.page === true;
  const everywhere = seesAllProjects(principal);
  const wanted = refs.map((path) => ({ path, ids: idsAt(input, path.path) }));
  const loaded = await loadAll(wanted, principal, kinds);
  const memberOfNamed = wanted.some(
    ({ path, ids }) => path.ref.kind === 'project' && ids.some(({ id }) => isMember(principal, id)),
  );

  if (endpoint.archived !== 'allowed' && namesArchived(wanted, loaded, principal, everywhere)) throw fail.archived();

  const found: Found[] = [];
  for (const { path, ids } of wanted) {
    const kind = kinds.get(path.ref.kind);
    const places = ids.map(({ id, field }) => {
      const subject = loaded.get(path.ref.kind)?.get(id);
      const inProject = kind.scope === 'project';
      // A foreign id beside an own project answers like a missing one below; alone, or naming a project, it is "not in the project".
      const foreign = inProject && !everywhere && !(memberOfNamed && path.ref.kind !== 'project');
      if (foreign && !isMember(principal, subject?.projectId ?? -1)) throw outside(subject);
      if (subject?.visible) return { subject, field };
      // Deleted under the eyes of a member: the page stays and asks again. What is hidden answers like what never was.
      if (foreign && subject?.gone !== true) throw fail.notInProject();
      throw standing(kind.missing?.() ?? fail.notFound(page), field, page);
    });
    found.push({ path, places });
  }
  const projectId = theOneProject(endpoint, found, principal, everywhere, page);
  belongTogether(found, page);
  if (endpoint.archived !== 'allowed' && found.some(({ places }) => places.some(({ subject }) => subject.archived)))
    throw fail.archived();
  if (typeof endpoint.access === 'object' && endpoint.access.scope === 'project') {
    if (projectId === null) throw fail.invalid('project_id', 'validation.required');
    const decision = decide(principal, { ask: 'node', scope: 'project', projectId, ...nodesOf(endpoint.access) });
    if (!decision.allowed) throw fail.denied(page);
  }
  for (const { path, places } of found) {
    const kind = kinds.get(path.ref.kind);
    const { right } = path.ref;
    for (const { subject, field } of places)
      if (!subject.may(right).allowed) throw standing(kind.refused?.(subject, right) ?? fail.denied(page), field, page);
  }

  const authorised = new Authorised();
  authorised.projectId = projectId;
  for (const { path, places } of found)
    authorised.put(
      path.path.join('.'),
      places.map(({ subject }) => subject),
    );
  return authorised;
}

/** A call that names an own, archived project is over there, before any record in it is looked at. */
function namesArchived(
  wanted: Wanted,
  loaded: Map<SubjectKindName, Map<number, Subject>>,
  principal: Principal,
  everywhere: boolean,
): boolean {
  const named = wanted.filter(({ path }) => path.ref.kind === 'project').flatMap(({ ids }) => ids);
  return named.some(
    ({ id }) => loaded.get('project')?.get(id)?.archived === true && (everywhere || isMember(principal, id)),
  );
}

/** Whoever was removed is told so; to everybody else a project that is not theirs answers like one that does not exist. */
const outside = (subject: Subject | undefined): AppError =>
  subject?.formerMember === true ? fail.of(CODES.notInProject, 'codes.removed') : fail.notInProject();

const refCache = new WeakMap<Endpoint, RefPath[]>();
function refPathsOf(endpoint: Endpoint): RefPath[] {
  const known = refCache.get(endpoint);
  if (known) return known;
  const paths = refsOf(endpoint.input);
  refCache.set(endpoint, paths);
  return paths;
}

async function loadAll(
  wanted: Wanted,
  principal: Principal,
  kinds: SubjectKinds,
): Promise<Map<SubjectKindName, Map<number, Subject>>> {
  const ids = new Map<SubjectKindName, Set<number>>();
  for (const { path, ids: some } of wanted) {
    const known = ids.get(path.ref.kind) ?? new Set<number>();
    for (const { id } of some) known.add(id);
    ids.set(path.ref.kind, known);
  }
  const loaded = await Promise.all(
    [...ids].map(async ([name, set]) => {
      const subjects = set.size === 0 ? [] : await kinds.get(name).load(principal, [...set]);
      return [name, new Map(subjects.map((subject) => [subject.id, subject]))] as const;
    }),
  );
  return new Map(loaded);
}

/** Ids of different projects in one call are refused (safety.md S03, S04), and a foreign one answers as if it were not there. */
function theOneProject(
  endpoint: Endpoint,
  found: Found[],
  principal: Principal,
  everywhere: boolean,
  page: boolean,
): number | null {
  const inProjects = found.flatMap(({ places }) => places).filter(({ subject }) => subject.projectId !== null);
  const named = found.find(({ path }) => path.ref.kind === 'project')?.places[0] ?? inProjects[0];
  const home = named?.subject.projectId ?? null;
  const foreign = inProjects.find(
    ({ subject: { projectId } }) =>
      (!everywhere && !isMember(principal, projectId ?? 0)) || (projectId !== home && !endpoint.crossProject),
  );
  if (foreign) throw standing(fail.notFound(page), foreign.field, page);
  return inProjects.every(({ subject }) => subject.projectId === home) ? home : null;
}

/** A child must lie in the parent that the same call names (comment in viewpoint, seat in process). */
function belongTogether(found: Found[], page: boolean): void {
  for (const { subject, field } of found.flatMap(({ places }) => places)) {
    for (const [kind, parentId] of Object.entries(subject.parents ?? {})) {
      const named = found.filter(({ path }) => path.ref.kind === kind).flatMap(({ places }) => places);
      if (named.length > 0 && !named.some((parent) => parent.subject.id === parentId))
        throw standing(fail.notFound(page), field, page);
    }
  }
}
