import type { Principal } from '@prdm/access';
import { wireTime } from '@prdm/contract/kit/fields';
import { LIMITS } from '@prdm/contract/limits';
import type { ReviewListState, ReviewRow, ReviewSort } from '@prdm/contract/processes/review';
import { isAllProjects, type ProjectScope } from '../../../platform/http/project-scope.ts';
import { momentOf } from '../delegations/moment.ts';
import { sharesOf, type Shares } from '../delegations/shares.ts';
import type { Unresolved } from '../gates/gates.ts';
import { findInactive, type InactiveIn } from '../gone.ts';
import { processesRepo } from '../process.repo.ts';
import { sitters } from '../process.rules.ts';
import { statesOf } from '../process.states.ts';
import type { SubjectParts } from '../process.subject.ts';
import type { Profession, SubjectLine } from '../carrier/registry.ts';
import type { ProcessState } from '../process.types.ts';
import { subjectKey } from '../subject-key.ts';
import { opinionFor } from './part.ts';
import { reviewListsRepo, type ListLine, type ListInput } from './reviews.repo.ts';
import { wireFacts, wireStage, type People } from './review-wire.ts';
import type { ProcessesParts } from '../process-change.ts';

export interface ListParts extends ProcessesParts, SubjectParts {
  /** The projects whose approvals the reader may see. */
  readonly scopeOf: (principal: Principal) => Promise<ProjectScope>;
  readonly projectNames: (principal: Principal, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
}

type TodoInput = ListInput & { readonly shares: Shares };

async function inputOf(
  parts: ListParts,
  principal: Principal,
  filter: { kind?: string; projectId?: number } = {},
): Promise<TodoInput> {
  const lists = reviewListsRepo(parts.tables.read, principal.enterpriseId);
  const { enterpriseId, userId } = principal;
  const { projectIds, touch } = await lists.factsOfTodo(userId, momentOf(parts.clock));
  const shares = await sharesOf(parts, enterpriseId, userId, touch);
  const closed = await parts.closedAmong(principal, [...new Set([...projectIds, ...shares.projectIds])]);
  return { userId, scope: await parts.scopeOf(principal), archived: [...closed], shares, ...filter };
}

/**
 * Restricts the list to a word in the name of the subject or its project. Project names are compared as the reader sees
 * them. A member of some projects has few of them. Only a reader of all projects needs an extra query for the projects
 * in the list.
 */
async function narrowed(
  parts: ListParts,
  principal: Principal,
  { state, input, word }: { state: ReviewListState; input: ListInput; word: string },
): Promise<ListInput> {
  if (word === '') return input;
  const lists = reviewListsRepo(parts.tables.read, principal.enterpriseId);
  const { scope } = input;
  const names = await parts.projectNames(
    principal,
    isAllProjects(scope) ? await lists.projectsIn(state, input) : scope,
  );
  const holding = [...names].filter(([, name]) => name.toLowerCase().includes(word.toLowerCase()));
  return { ...input, matching: { word, projectIds: holding.map(([id]) => id) } };
}

/** Restricts the list to unfinished approvals with opinions that wait for an answer of the starter. A return needs answers, too. */
async function unansweredOnly(
  parts: ListParts,
  { enterpriseId }: Principal,
  { state, input }: { state: ReviewListState; input: ListInput },
): Promise<ListInput> {
  const unfinished = await reviewListsRepo(parts.tables.read, enterpriseId).unfinished(state, input);
  const counts = await parts.gates.countsOf(enterpriseId, unfinished);
  return { ...input, only: [...counts].filter(([, { unanswered }]) => unanswered > 0).map(([id]) => id) };
}

/** One page of a person's approvals, newest first by default. */
export async function listReviews(
  parts: ListParts,
  principal: Principal,
  request: {
    state: ReviewListState;
    kind?: string;
    projectId?: number;
    word?: string;
    unanswered?: boolean;
    sort?: ReviewSort;
    order?: 'asc' | 'desc';
    page: number;
    size: number;
    ispage?: 'not';
  },
): Promise<{ list: ReviewRow[]; total: number; page?: number; size?: number }> {
  const { enterpriseId } = principal;
  const { state, kind, projectId, word = '', sort, order, page, size } = request;
  const lists = reviewListsRepo(parts.tables.read, enterpriseId);
  const all = await inputOf(parts, principal, { kind, projectId });
  const found = await narrowed(parts, principal, { state, input: all, word });
  const input = request.unanswered === true ? await unansweredOnly(parts, principal, { state, input: found }) : found;
  const whole = request.ispage === 'not';
  const window = whole ? { limit: LIMITS.unpagedMax, offset: 0 } : { limit: size, offset: (page - 1) * size };
  const [lines, total] = await Promise.all([
    lists.list(state, input, { ...window, sort, order }),
    lists.count(state, input),
  ]);
  const list = await described(parts, principal, lines, all.shares);
  return whole ? { list, total } : { list, total, page, size };
}

async function described(
  parts: ListParts,
  principal: Principal,
  lines: readonly ListLine[],
  { gained }: Shares,
): Promise<ReviewRow[]> {
  const { enterpriseId } = principal;
  const repo = processesRepo(parts.tables.read, enterpriseId);
  const rows = await repo.reviews([...new Set(lines.map((line) => line.process_id))], momentOf(parts.clock));
  const states = new Map(statesOf(rows, parts.clock.now()).map((state) => [state.processId, state]));
  const projects = [...states.values()].flatMap(({ projectId, aboutId }) => projectId ?? aboutId ?? []);
  const subjects = [...states.values()].map(({ subject }) => subject);
  const people = [...states.values()].flatMap(({ starterId, stage }) => [
    starterId,
    ...sitters(stage),
    ...stage.assignments.flatMap((assignment) => assignment.transferTo ?? []),
  ]);
  const [names, projectNames, archived, professions, texts, unresolved] = await Promise.all([
    parts.names(enterpriseId, [...new Set(people)]),
    parts.projectNames(principal, [...new Set(projects)]),
    parts.archivedAmong(principal, [...new Set(projects)]),
    parts.registry.professionsOf(enterpriseId, subjects),
    parts.registry.linesOf(principal, subjects),
    parts.gates.countsOf(enterpriseId, [...states.keys()]),
  ]);
  const running = [...states.values()].map((state) => ({ ...state, stages: [state.stage] }));
  const inactiveIn = await findInactive(parts, enterpriseId, names, running);
  const person = (id: number) => ({ id, name: names.get(id)?.name ?? '' });
  const described = lines.map((line) => {
    const state = states.get(line.process_id);
    return state
      ? rowOf(line, state, { person, gained, inactiveIn, projectNames, archived, professions, texts, unresolved })
      : null;
  });
  // Cancelled between the two statements, so it is no longer in the list.
  return described.filter((row): row is ReviewRow => row !== null);
}

/** Data that rows are shown with. */
interface Shown {
  readonly person: People['person'];
  readonly gained: Shares['gained'];
  readonly inactiveIn: InactiveIn;
  readonly projectNames: ReadonlyMap<number, string>;
  readonly archived: ReadonlySet<number>;
  readonly professions: ReadonlyMap<string, Profession>;
  readonly texts: ReadonlyMap<string, SubjectLine>;
  readonly unresolved: ReadonlyMap<number, Unresolved>;
}

function rowOf(
  line: ListLine,
  state: ProcessState,
  { person, gained, inactiveIn, projectNames, archived, professions, texts, unresolved }: Shown,
): ReviewRow | null {
  const personOrNull = (id: number | undefined) => (id === undefined ? null : person(id));
  const facts = wireFacts(state, person, { projectNames, text: texts.get(subjectKey(state.subject)) });
  if (facts === null) return null;
  const {
    seats: _seats,
    days: _days,
    allow_transfer: _allow,
    reject_to: _to,
    added_by: _by,
    added_reason: _reason,
    ...stage
  } = wireStage(state.status, state.stage, {
    person,
    inactive: inactiveIn(state.projectId),
    // A row shows no texts.
    opinion: (text) => opinionFor({ userId: 0 }, { isOpen: false, projectId: null }, text),
  });
  return {
    line_id: line.line_id,
    ...facts,
    project_archived: state.projectId !== null && archived.has(state.projectId),
    profession: professions.get(subjectKey(state.subject)) ?? null,
    unresolved: unresolved.get(state.processId)?.all ?? 0,
    unanswered: unresolved.get(state.processId)?.unanswered ?? 0,
    stage: { ...stage, executors: sitters(state.stage).map(person) },
    seat:
      line.seat_id === null || line.seat_status === null
        ? null
        : {
            id: line.seat_id,
            ask: line.seat_status === 'open' ? 'decide' : 'answer',
            for_user: personOrNull(gained.get(line.seat_id)),
          },
    action: line.action,
    at: wireTime(line.at),
  };
}

export async function countReviews(parts: ListParts, principal: Principal) {
  const lists = reviewListsRepo(parts.tables.read, principal.enterpriseId);
  const input = await inputOf(parts, principal);
  const [todo, done, mine, cc, kinds] = await Promise.all([
    lists.count('todo', input),
    lists.count('done', input),
    lists.count('mine', input),
    lists.count('cc', input),
    lists.kinds(input),
  ]);
  return { todo, done, mine, cc, kinds: Object.fromEntries(kinds) };
}
