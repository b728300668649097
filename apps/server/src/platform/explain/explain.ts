import { hidesProject, type Principal, type Reason } from '@prdm/access';
import { CODES } from '@prdm/contract/codes';
import { askedOf, type AskedRecords, type Endpoint, type RefPath } from '@prdm/contract/kit';
import { AppError, fail } from '../errors.ts';
import type { Subject } from '../ids/subject.ts';
import { authoriseIds, decideAnywhere, locate, refPathsOf, type SubjectKinds, type Wanted } from '../http/subjects.ts';
import { Trail, type TrailStep } from './trail.ts';

/** A question about a call: the call, the records of its ids, and the person who would make it. */
export interface AccessQuestion {
  readonly endpoint: Endpoint;
  readonly records: AskedRecords | undefined;
  /** null: the person is disabled or has left. */
  readonly person: Principal | null;
  /** The caller who asks, if it is another person. The caller must see each record. */
  readonly asker: Principal | null;
}

/** The judgement of the call. `refusal` is what the call would answer, null when it passes all checks. */
export interface Explained {
  readonly refusal: AppError | null;
  readonly steps: readonly TrailStep[];
}

/**
 * Judges a call for a person without making it, by the same functions as the gate. So verdict and call cannot differ.
 * Shape and state are no part of the verdict. Projects that are hidden from the asker count as none. Throws 1001 for
 * records that the call does not have, and the refusal of a record that the asker may not see.
 */
export async function explain(
  kinds: SubjectKinds,
  { endpoint, records, person: asked, asker }: AccessQuestion,
): Promise<Explained> {
  const person = asked && asker ? withoutHidden(asked, asker) : asked;
  const wanted = wantedOf(endpoint, records);
  const trail = new Trail();
  if (asker) await locate({ archived: 'allowed', crossProject: true }, wanted, asker, kinds, new Trail());
  const refused = (field: string, reason: Reason, error: AppError): Explained => ({
    refusal: trail.refused(field, reason, error),
    steps: trail.steps,
  });
  if (endpoint.access === 'public') {
    trail.add('', { allowed: true, chain: [{ code: 'public' }] });
    return { refusal: null, steps: trail.steps };
  }
  if (!person) return refused('', { code: 'inactive' }, fail.sessionEnded());
  const anywhere = decideAnywhere(person, endpoint);
  const isGeneral = wanted.every(({ ids }) => ids.length === 0);
  // The node in the project of the records follows below.
  const isJudgedLater = anywhere.allowed && !isGeneral && isOfProject(endpoint);
  if (!isJudgedLater) trail.add('', anywhere);
  if (!anywhere.allowed) return { refusal: fail.denied(endpoint.page === true), steps: trail.steps };
  if (isGeneral) return { refusal: null, steps: trail.steps };
  try {
    const { authorised } = await authoriseIds(endpoint, wanted, person, kinds, trail);
    for (const { path, ids } of wanted)
      for (const { field } of ids) addState(trail, field, path, authorised.at(field) as unknown as Subject);
    return { refusal: null, steps: trail.steps };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === CODES.invalid) throw fail.invalid('subjects', error.key);
    return { refusal: error, steps: trail.steps };
  }
}

/**
 * The person without the projects that are hidden from the asker. With them the verdict would show that such a project
 * exists, and the chain would name it.
 */
function withoutHidden(person: Principal, asker: Principal): Principal {
  const seen = <T>(map: Readonly<Record<string, T>> | readonly []): Record<string, T> =>
    Object.fromEntries(
      Object.entries<T>(map as Readonly<Record<string, T>>).filter(([id]) => !hidesProject(asker, id)),
    );
  return {
    ...person,
    projectAccess: seen(person.projectAccess),
    projectRoles: seen(person.projectRoles),
    projectContent: seen(person.projectContent),
    projectLevels: seen(person.projectLevels),
  };
}

const isOfProject = ({ access }: Endpoint): boolean => typeof access === 'object' && access.scope === 'project';

function addState(trail: Trail, field: string, { ref }: RefPath, subject: Subject): void {
  const why = subject.closedBy?.(ref.right);
  if (why === undefined) return;
  trail.add(field, { allowed: true, chain: [{ code: 'state', open: why === null, why: why ?? '' }] });
}

/** `stages.0.executor_ids.2` names the path `stages.*.executor_ids.*`. */
const pathOf = (field: string): string =>
  field
    .split('.')
    .map((step) => (/^\d+$/.test(step) ? '*' : step))
    .join('.');

/** The records of a question in the form of the checks. */
function wantedOf(endpoint: Endpoint, records: AskedRecords | undefined): Wanted {
  const given = records === undefined ? [] : askedOf(records);
  const paths = refPathsOf(endpoint);
  for (const { field, kind } of given) {
    const path = paths.find((one) => one.path.join('.') === pathOf(field));
    if (!path) throw fail.invalid('subjects', 'access.noSuchField', { field });
    if (path.ref.kind !== kind) throw fail.invalid('subjects', 'access.otherKind', { field });
  }
  return paths.map((path) => ({
    path,
    ids: given
      .filter(({ field }) => pathOf(field) === path.path.join('.'))
      .map(({ field, id }) => ({ field, id: path.ref.byKey ? id : numbered(id) })),
  }));
}

function numbered(id: string): number {
  if (!/^[1-9]\d{0,15}$/.test(id) || !Number.isSafeInteger(Number(id))) throw fail.invalid('subjects', 'validation.id');
  return Number(id);
}
