import type { Principal } from '@prdm/access';
import { wireTime } from '@prdm/contract/fields';
import { LIMITS } from '@prdm/contract/limits';
import type { ReviewListState, ReviewRow } from '@prdm/contract/review';
import { reachOf } from '../../platform/http/reach.ts';
import { whoIsGone, type GoneIn } from './gone.ts';
import { processesRepo } from './processes.repo.ts';
import { sitters } from './processes.rules.ts';
import { statesOf } from './processes.states.ts';
import type { SubjectParts } from './processes.subjects.ts';
import type { ProcessState, SubjectKey } from './processes.types.ts';
import type { Profession } from './professions.ts';
import { subjectKey } from './reading.ts';
import { reviewListsRepo, type ListLine, type ListWish } from './review-lists.repo.ts';
import { wireFacts, wireStage, type People } from './review-wire.ts';
import type { ProcessesParts } from './step.ts';

export interface ListParts extends ProcessesParts, SubjectParts {
  readonly projectNames: (principal: Principal, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  /** Of which profession the subjects are, by `subjectKey`; those without one are absent. */
  readonly professionsOf: (
    enterpriseId: number,
    subjects: readonly SubjectKey[],
  ) => Promise<ReadonlyMap<string, Profession>>;
}

async function wishOf(
  parts: ListParts,
  principal: Principal,
  filter: { kind?: string; projectId?: number } = {},
): Promise<ListWish> {
  const lists = reviewListsRepo(parts.tables.read, principal.enterpriseId);
  const archived = await parts.archivedAmong(principal, await lists.projectsOfTodo(principal.userId));
  return { userId: principal.userId, reach: reachOf(principal), archived: [...archived], ...filter };
}

/**
 * The list narrowed to a word in the name of the subject or of its project; in projects' names it is looked for as they are shown. Whoever
 * is in some projects has few of them; only who sees all of them needs the list walked for those that stand in it.
 */
async function narrowed(
  parts: ListParts,
  principal: Principal,
  { state, wish, word }: { state: ReviewListState; wish: ListWish; word: string },
): Promise<ListWish> {
  if (word === '') return wish;
  const lists = reviewListsRepo(parts.tables.read, principal.enterpriseId);
  const names = await parts.projectNames(principal, wish.reach ?? (await lists.projectsIn(state, wish)));
  const holding = [...names].filter(([, name]) => name.toLowerCase().includes(word.toLowerCase()));
  return { ...wish, matching: { word, projectIds: holding.map(([id]) => id) } };
}

/** One page of a person's approvals, newest first. */
export async function listReviews(
  parts: ListParts,
  principal: Principal,
  asked: {
    state: ReviewListState;
    kind?: string;
    projectId?: number;
    word?: string;
    page: number;
    size: number;
    ispage?: 'not';
  },
): Promise<{ list: ReviewRow[]; total: number; page?: number; size?: number }> {
  const { enterpriseId } = principal;
  const { state, kind, projectId, word = '', page, size } = asked;
  const lists = reviewListsRepo(parts.tables.read, enterpriseId);
  const all = await wishOf(parts, principal, { kind, projectId });
  const wish = await narrowed(parts, principal, { state, wish: all, word });
  const whole = asked.ispage === 'not';
  const window = whole ? { limit: LIMITS.unpagedMax, offset: 0 } : { limit: size, offset: (page - 1) * size };
  const [lines, total] = await Promise.all([lists.list(state, wish, window), lists.count(state, wish)]);
  const list = await described(parts, principal, lines);
  return whole ? { list, total } : { list, total, page, size };
}

async function described(parts: ListParts, principal: Principal, lines: readonly ListLine[]): Promise<ReviewRow[]> {
  const { enterpriseId } = principal;
  const repo = processesRepo(parts.tables.read, enterpriseId);
  const rows = await repo.reviews([...new Set(lines.map((line) => line.process_id))]);
  const states = new Map(statesOf(rows, parts.clock.now()).map((state) => [state.processId, state]));
  const projects = [...states.values()].flatMap(({ projectId }) => (projectId === null ? [] : [projectId]));
  const people = [...states.values()].flatMap(({ starterId, stage }) => [
    starterId,
    ...sitters(stage),
    ...stage.seats.flatMap((seat) => seat.transferTo ?? []),
  ]);
  const [names, projectNames, archived, professions] = await Promise.all([
    parts.names(enterpriseId, [...new Set(people)]),
    parts.projectNames(principal, [...new Set(projects)]),
    parts.archivedAmong(principal, [...new Set(projects)]),
    parts.professionsOf(
      enterpriseId,
      [...states.values()].map(({ subject }) => subject),
    ),
  ]);
  const running = [...states.values()].map((state) => ({ ...state, stages: [state.stage] }));
  const goneIn = await whoIsGone(parts, enterpriseId, names, running);
  const person = (id: number) => ({ id, name: names.get(id)?.name ?? '' });
  const described = lines.map((line) => {
    const state = states.get(line.process_id);
    return state ? rowOf(line, state, { person, goneIn, projectNames, archived, professions }) : null;
  });
  // Cancelled between the two statements: it is no longer in the list either.
  return described.filter((row): row is ReviewRow => row !== null);
}

/** What rows are shown with. */
interface Shown {
  readonly person: People['person'];
  readonly goneIn: GoneIn;
  readonly projectNames: ReadonlyMap<number, string>;
  readonly archived: ReadonlySet<number>;
  readonly professions: ReadonlyMap<string, Profession>;
}

function rowOf(
  line: ListLine,
  state: ProcessState,
  { person, goneIn, projectNames, archived, professions }: Shown,
): ReviewRow | null {
  const facts = wireFacts(state, person, projectNames);
  if (facts === null) return null;
  const {
    seats: _seats,
    days: _days,
    allow_transfer: _allow,
    reject_to: _to,
    ...stage
  } = wireStage(state.status, state.stage, { person, gone: goneIn(state.projectId) });
  return {
    line_id: line.line_id,
    ...facts,
    project_archived: state.projectId !== null && archived.has(state.projectId),
    profession: professions.get(subjectKey(state.subject)) ?? null,
    stage: { ...stage, executors: sitters(state.stage).map(person) },
    seat:
      line.seat_id === null || line.seat_status === null
        ? null
        : { id: line.seat_id, ask: line.seat_status === 'open' ? 'decide' : 'answer' },
    action: line.action,
    at: wireTime(line.at),
  };
}

export async function countReviews(parts: ListParts, principal: Principal) {
  const lists = reviewListsRepo(parts.tables.read, principal.enterpriseId);
  const wish = await wishOf(parts, principal);
  const [todo, done, mine, cc, kinds] = await Promise.all([
    lists.count('todo', wish),
    lists.count('done', wish),
    lists.count('mine', wish),
    lists.count('cc', wish),
    lists.kinds(wish),
  ]);
  return { todo, done, mine, cc, kinds: Object.fromEntries(kinds) };
}
