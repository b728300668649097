import {
  decide,
  decideEverywhere,
  decideOpening,
  hidesProject,
  nodeName,
  seesAllProjects,
  seesProject,
  type Decision,
  type Principal,
  type Reason,
} from '@prdm/access';
import {
  idsAt,
  refsOf,
  type Endpoint,
  type PlacedId,
  type RangeAccess,
  type RefPath,
  type SubjectKindName,
  type SystemAccess,
} from '@prdm/contract/kit';
import { CODES } from '@prdm/contract/codes';
import { AppError, fail } from '../errors.ts';
import { Authorised } from '../ids/authorized.ts';
import type { Subject, SubjectKind } from '../ids/subject.ts';
import { Trail } from '../explain/trail.ts';

export type { Subject, SubjectKind } from '../ids/subject.ts';

export class SubjectKinds {
  readonly #kinds = new Map<SubjectKindName, SubjectKind<unknown>>();
  add<T>(kind: SubjectKind<T>): void {
    this.#kinds.set(kind.kind, kind as SubjectKind<unknown>);
  }
  find(name: SubjectKindName): SubjectKind<unknown> | undefined {
    return this.#kinds.get(name);
  }
  get(name: SubjectKindName): SubjectKind<unknown> {
    const kind = this.find(name);
    if (!kind) throw new Error(`no module loads subjects of kind "${name}"`);
    return kind;
  }
}

/** Used together with isMember: both decide whether a user may enter a project. */
export { seesAllProjects };

export const isMember = (principal: Principal, projectId: number | string): boolean =>
  Object.hasOwn(principal.projectAccess, String(projectId));

/** Whether the caller may read the project: a member, or a reader by the data range (`loadForReader`). */
const isInside = (principal: Principal, projectId: number): boolean =>
  isMember(principal, projectId) || principal.readableProjects?.has(projectId) === true;
/**
 * Whether a person may use a right on a loaded record, as a call that names only this record would decide. An archived
 * project counts as open, because its answer (443) differs from a refusal.
 */
export function isReadable(
  principal: Principal,
  { scope }: Pick<SubjectKind<unknown>, 'scope'>,
  subject: Subject,
  right: string,
): boolean {
  const { projectId } = subject;
  const isOpen =
    scope === 'enterprise' || projectId === null || seesProject(principal, projectId) || isInside(principal, projectId);
  return isOpen && !hidesProject(principal, projectId) && subject.visible && subject.may(right).allowed;
}

/** Whether the caller holds the endpoint's nodes anywhere. Checked before any record is loaded. */
export const holdsNodesAnywhere = (principal: Principal, endpoint: Pick<Endpoint, 'access'>): boolean =>
  decideAnywhere(principal, endpoint).allowed;

/** The same with its reasons. A node of a project is held anywhere when one project's list holds it. */
export function decideAnywhere(principal: Principal, { access }: Pick<Endpoint, 'access'>): Decision {
  const refused = (code: 'system-administrator' | 'system-only'): Decision => ({ allowed: false, chain: [{ code }] });
  if (access === 'own') return { allowed: true, chain: [{ code: 'signed-in' }] };
  if (typeof access === 'object' && access.scope === 'system')
    return principal.isSystem === true ? { allowed: true, chain: [{ code: 'signed-in' }] } : refused('system-only');
  // Everything else concerns an enterprise and its records. A new call is closed to system administrators by itself.
  if (principal.isSystem === true) return refused('system-administrator');
  if (typeof access === 'string') return { allowed: true, chain: [{ code: access }] };
  if (access.scope === 'range') return decideOpening(principal, access);
  const wanted = nodesOf(access);
  if (access.scope === 'enterprise') return decide(principal, { ask: 'node', scope: 'other', ...wanted });
  if (seesAllProjects(principal)) return decide(principal, { ask: 'node', scope: 'project', ...wanted });
  for (const projectId of Object.keys(principal.projectAccess)) {
    const decision = decide(principal, { ask: 'node', scope: 'project', projectId, ...wanted });
    if (decision.allowed) return decision;
  }
  return { allowed: false, chain: [{ code: 'lacking', actions: wanted.actions.map((action) => nodeName(action)) }] };
}

type NodeAccess = Exclude<Endpoint['access'], string | RangeAccess | SystemAccess>;
const nodesOf = (access: NodeAccess): { actions: string[]; mode: 'anyOf' | 'allOf' } =>
  'anyOf' in access ? { actions: [...access.anyOf], mode: 'anyOf' } : { actions: [...access.allOf], mode: 'allOf' };

interface Found {
  readonly path: RefPath;
  readonly places: { readonly subject: Subject; readonly field: string }[];
}
/** The ids of a call by their path. */
export type Wanted = readonly { readonly path: RefPath; readonly ids: readonly PlacedId[] }[];

/** Adds the input field to a refusal of one id, so that a form shows the error there. A page has no form. */
const atField = (refusal: AppError, field: string, page: boolean): AppError => {
  if (page) return refusal;
  const { code, key, details, status, cause } = refusal;
  return new AppError(code, key, { field, ...details }, { status, cause });
};

/** Loads and checks every id of a call. */
export const authorise = (
  endpoint: Endpoint,
  input: unknown,
  caller: Principal,
  kinds: SubjectKinds,
): Promise<{ authorised: Authorised; principal: Principal }> => {
  const wanted = refPathsOf(endpoint).map((path) => ({ path, ids: idsAt(input, path) }));
  return authoriseIds(endpoint, wanted, caller, kinds, new Trail());
};

/**
 * Loads and checks ids of a call. The order of the checks is: visible, member of its project, ids belong together, project not
 * archived, node held in the project, right on the record.
 * The order is part of the contract (architecture.md, "Where pages disagreed"). An invisible record answers exactly like a missing one.
 */
export async function authoriseIds(
  endpoint: Endpoint,
  wanted: Wanted,
  caller: Principal,
  kinds: SubjectKinds,
  trail: Trail,
): Promise<{ authorised: Authorised; principal: Principal }> {
  const page = endpoint.page === true;
  const { found, projectId, principal } = await locate(endpoint, wanted, caller, kinds, trail);
  if (typeof endpoint.access === 'object' && endpoint.access.scope === 'project') {
    if (projectId === null) throw fail.invalid('project_id', 'validation.required');
    const decision = decide(principal, { ask: 'node', scope: 'project', projectId, ...nodesOf(endpoint.access) });
    trail.add('', decision);
    if (!decision.allowed) throw fail.denied(page);
  }
  for (const { path, places } of found) {
    const kind = kinds.get(path.ref.kind);
    const { right } = path.ref;
    for (const { subject, field } of places) {
      if (changesAsReader(endpoint, principal, subject, path.ref)) {
        const reason: Reason = { code: 'reads-only', projectId: String(subject.projectId) };
        throw trail.refused(field, reason, atField(fail.denied(page), field, page));
      }
      const decision = subject.may(right);
      if (decision.allowed) {
        trail.add(field, decision);
        continue;
      }
      if (right === CHOOSE && (await isOnRecord(endpoint, found, subject, path.ref.kind))) {
        trail.add(field, { allowed: true, chain: [{ code: 'already-named' }] });
        continue;
      }
      trail.add(field, decision);
      throw atField(kind.refused?.(subject, right) ?? fail.denied(page), field, page);
    }
  }

  const authorised = new Authorised(projectId);
  for (const { path, places } of found) authorised.put(path.path.join('.'), places);
  return { authorised, principal };
}

/** Finds the records of a call for its caller: visible, in one project that the caller may enter, not archived. */
export async function locate(
  endpoint: Pick<Endpoint, 'page' | 'archived' | 'crossProject'>,
  wanted: Wanted,
  caller: Principal,
  kinds: SubjectKinds,
  trail: Trail,
): Promise<{ found: Found[]; projectId: number | null; principal: Principal }> {
  const page = endpoint.page === true;
  const everywhere = seesAllProjects(caller);
  const { loaded, principal } = await loadForReader(wanted, caller, kinds);
  const memberOfNamed = wanted.some(
    ({ path, ids }) => path.ref.kind === 'project' && ids.some(({ id }) => isInside(principal, Number(id))),
  );
  const archived = (id: number | null) =>
    trail.refused('', { code: 'archived', projectId: String(id) }, fail.archived());

  const closed = endpoint.archived === 'allowed' ? undefined : namedArchived(wanted, loaded, principal, everywhere);
  if (closed !== undefined) throw archived(closed);

  const found: Found[] = [];
  for (const { path, ids } of wanted) {
    const kind = kinds.get(path.ref.kind);
    const places = ids.map(({ id, field }) => {
      const subject = loaded.get(path.ref.kind)?.get(id);
      const inProject = kind.scope === 'project';
      // A foreign id beside an own project answers like a missing one below. Alone, or as the id of a project, it answers "not in the
      // project".
      const foreign = inProject && !everywhere && !(memberOfNamed && path.ref.kind !== 'project');
      if (foreign && !isInside(principal, subject?.projectId ?? -1)) throw outside(subject, field, trail);
      if (subject?.visible) return { subject, field };
      // The record was deleted while a member could see it: the page stays and reloads. A hidden record answers like one that never
      // existed.
      if (foreign && subject?.deleted !== true)
        throw trail.refused(field, { code: 'not-in-project' }, fail.notInProject());
      const gone = subject?.deleted === true && !page ? kind.gone?.(subject) : undefined;
      const refusal = gone ?? kind.missing?.() ?? fail.notFound(page);
      throw trail.refused(field, { code: 'not-found' }, atField(refusal, field, page));
    });
    found.push({ path, places });
  }
  const projectId = theOneProject(endpoint, found, { principal, everywhere, page, trail });
  belongTogether(found, page, trail);
  const inArchive = found.flatMap(({ places }) => places).find(({ subject }) => subject.archived);
  if (endpoint.archived !== 'allowed' && inArchive) throw archived(inArchive.subject.projectId);
  if (projectId !== null) trail.add('', entryTo(principal, projectId));
  return { found, projectId, principal };
}

/** The reason why the person may enter the project. */
function entryTo(principal: Principal, id: number): Decision {
  const projectId = String(id);
  if (isMember(principal, id)) return { allowed: true, chain: [{ code: 'member', projectId }] };
  if (principal.readableProjects?.has(id)) return { allowed: true, chain: [{ code: 'reader', projectId }] };
  return decideEverywhere(principal);
}

/**
 * Whether the call would change something in a project that only the data range opens. Such a project is read-only. The exception is a right
 * on the project or non-project itself (edit, member, archive), which its kind judges by the range of the node.
 */
function changesAsReader(
  endpoint: Endpoint,
  principal: Principal,
  { projectId }: Subject,
  { kind, right }: { kind: SubjectKindName; right: string },
): boolean {
  const reads = endpoint.method === 'GET' || endpoint.method === 'HEAD' || endpoint.inputFrom === 'query';
  if (reads || projectId === null || principal.readableProjects?.has(projectId) !== true) return false;
  return (kind !== 'project' && kind !== 'non_project') || right === 'read';
}

/** The right to name a record in another one. A disabled record cannot be chosen newly. */
const CHOOSE = 'choose';

/**
 * Whether the record that a call edits already names the given one. An edit sends the whole record, so it keeps entries
 * that were disabled since. Only a versioned call edits: its record is `id`, or the project of a call without `id`.
 */
async function isOnRecord(
  { input }: Endpoint,
  found: readonly Found[],
  { id }: Subject,
  kind: SubjectKindName,
): Promise<boolean> {
  if (!('version' in ((input as { shape?: object }).shape ?? {}))) return false;
  const at = (name: string) => found.find(({ path }) => path.path.length === 1 && path.path[0] === name);
  const [edited] = (at('id') ?? at('project_id'))?.places ?? [];
  return edited?.subject.refers !== undefined && (await edited.subject.refers(kind)).includes(id);
}

/** An own, archived project in the input answers 443 before any record in it is checked. */
function namedArchived(wanted: Wanted, loaded: Loaded, principal: Principal, everywhere: boolean): number | undefined {
  const named = wanted.filter(({ path }) => path.ref.kind === 'project').flatMap(({ ids }) => ids);
  const archived = named.find(
    ({ id }) => loaded.get('project')?.get(id)?.archived === true && (everywhere || isInside(principal, Number(id))),
  );
  return archived && Number(archived.id);
}

/** A removed member gets that reason. For all other users a foreign project answers like a missing one. */
const outside = (subject: Subject | undefined, field: string, trail: Trail): AppError =>
  subject?.formerMember === true
    ? trail.refused(field, { code: 'removed' }, fail.of(CODES.notInProject, 'codes.removed'))
    : trail.refused(field, { code: 'not-in-project' }, fail.notInProject());

const refCache = new WeakMap<Endpoint, RefPath[]>();

/** The id paths of a call, computed once. Throws with the call and the field when the input could contain an id that is not checked. */
export function refPathsOf(endpoint: Endpoint): RefPath[] {
  const known = refCache.get(endpoint);
  if (known) return known;
  try {
    const paths = refsOf(endpoint.input);
    refCache.set(endpoint, paths);
    return paths;
  } catch (error) {
    throw new Error(`${endpoint.method} ${endpoint.path}, field ${(error as Error).message}`, { cause: error });
  }
}

type Loaded = Map<SubjectKindName, Map<number | string, Subject>>;

/**
 * Loads the records. A caller whose data range may open projects without membership gets those of this call marked, and the records are
 * loaded once more for that reader. For an id that does not exist the same statement runs, so the time reveals nothing.
 */
async function loadForReader(
  wanted: Wanted,
  caller: Principal,
  kinds: SubjectKinds,
): Promise<{ loaded: Loaded; principal: Principal }> {
  const loaded = await loadAll(wanted, caller, kinds);
  if (seesAllProjects(caller)) return { loaded, principal: caller };
  const subjects = [...loaded.values()].flatMap((found) => [...found.values()]);
  const strange = new Set(subjects.flatMap(({ projectId }) => projectId ?? []).filter((id) => !isMember(caller, id)));
  const unknown = wanted.some(({ path, ids }) => ids.some(({ id }) => !loaded.get(path.ref.kind)?.has(id)));
  if (strange.size === 0 && !unknown) return { loaded, principal: caller };
  const readable = (await kinds.find('project')?.readableAmong?.(caller, [...strange])) ?? [];
  if (readable.length === 0) return { loaded, principal: caller };
  const principal = { ...caller, readableProjects: new Set(readable) };
  return { loaded: await loadAll(wanted, principal, kinds), principal };
}

async function loadAll(wanted: Wanted, principal: Principal, kinds: SubjectKinds): Promise<Loaded> {
  const ids = new Map<SubjectKindName, Set<number | string>>();
  for (const { path, ids: some } of wanted) {
    const known = ids.get(path.ref.kind) ?? new Set<number | string>();
    for (const { id } of some) known.add(id);
    ids.set(path.ref.kind, known);
  }
  const loaded = await Promise.all(
    [...ids].map(async ([name, set]) => {
      const subjects = set.size === 0 ? [] : await loadOf(kinds.get(name), principal, [...set]);
      // A record of a project that is hidden from the caller answers exactly like one that does not exist.
      const seen = subjects.filter(({ projectId }) => !hidesProject(principal, projectId));
      return [name, new Map(seen.map((subject) => [subject.key ?? subject.id, subject]))] as const;
    }),
  );
  return new Map(loaded);
}

const loadOf = (kind: SubjectKind<unknown>, principal: Principal, ids: readonly (number | string)[]) =>
  kind.loadByKey
    ? kind.loadByKey(principal, ids.map(String))
    : kind.load(
        principal,
        ids.filter((id) => typeof id === 'number'),
      );

/** Refuses ids of different projects in one call (safety.md S03, S04). A foreign one answers like a missing one. */
function theOneProject(
  endpoint: Pick<Endpoint, 'crossProject'>,
  found: Found[],
  {
    principal,
    everywhere,
    page,
    trail,
  }: { readonly principal: Principal; readonly everywhere: boolean; readonly page: boolean; readonly trail: Trail },
): number | null {
  const inProjects = found.flatMap(({ places }) => places).filter(({ subject }) => subject.projectId !== null);
  const named = found.find(({ path }) => path.ref.kind === 'project')?.places[0] ?? inProjects[0];
  const home = named?.subject.projectId ?? null;
  const foreign = inProjects.find(
    ({ subject: { projectId } }) =>
      (!everywhere && !isInside(principal, projectId ?? 0)) || (projectId !== home && !endpoint.crossProject),
  );
  if (foreign) throw trail.refused(foreign.field, { code: 'apart' }, atField(fail.notFound(page), foreign.field, page));
  return inProjects.every(({ subject }) => subject.projectId === home) ? home : null;
}

/** A child must belong to the parent in the same call (comment in viewpoint, assignment in process). */
function belongTogether(found: Found[], page: boolean, trail: Trail): void {
  for (const { subject, field } of found.flatMap(({ places }) => places)) {
    for (const [kind, parentId] of Object.entries(subject.parents ?? {})) {
      const named = found.filter(({ path }) => path.ref.kind === kind).flatMap(({ places }) => places);
      if (named.length > 0 && !named.some((parent) => parent.subject.id === parentId))
        throw trail.refused(field, { code: 'apart' }, atField(fail.notFound(page), field, page));
    }
  }
}
