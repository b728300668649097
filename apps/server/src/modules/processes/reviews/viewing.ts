import type { Principal } from '@prdm/access';
import { differsFromCopy } from '../carrier/shown-copy.ts';
import { mayRemind } from '../process.subject.ts';
import { subjectKey } from '../subject-key.ts';
import type { ProcessState, SubjectKey } from '../process.types.ts';
import { detail } from './reading.ts';
import type { ListParts } from './reviews.service.ts';
import { opinionsOpenIn } from './part.ts';
import { wireProcess, type WireProcess } from './review-wire.ts';

/** `viewIn` takes project names by id. It returns null for a cancelled approval. */
export interface ShownProcess {
  /** Whether the reader may read the texts of the review. */
  readonly opensOpinions: boolean;
  readonly state: ProcessState;
  viewIn(projectNames: ReadonlyMap<number, string>): WireProcess | null;
}

/** One approval for its page, or null if it is cancelled. The caller has checked the right to read it. */
export async function viewOfProcess(
  parts: ListParts,
  principal: Principal,
  id: number,
  others: { mayRemind: boolean },
): Promise<WireProcess | null> {
  const { enterpriseId } = principal;
  const found = await detail(parts, enterpriseId, { id });
  if (!found) return null;
  const { subject } = found;
  const projectId = found.projectId ?? found.aboutId;
  const [projectNames, texts, now, opened] = await Promise.all([
    parts.projectNames(principal, projectId === null ? [] : [projectId]),
    parts.registry.linesOf(principal, [subject]),
    parts.registry.printViewOf(enterpriseId, subject),
    opinionsOpenIn(parts, principal, [found]),
  ]);
  const text = texts.get(subjectKey(subject));
  const opensOpinions = opened.has(id);
  const changed = differsFromCopy(found, now);
  return wireProcess(found, principal, { projectNames, text, changed, opensOpinions, ...others });
}

/**
 * State of the subject's approval, with its view for this reader. Null if there is none. It is for the module that owns
 * the subject. That module has checked the right to read and knows the project name. `now` is the record's print view.
 */
export async function viewOfSubject(
  parts: ListParts,
  principal: Principal,
  subject: SubjectKey,
  now: unknown,
): Promise<ShownProcess | null> {
  const state = await detail(parts, principal.enterpriseId, subject);
  if (!state) return null;
  const opensOpinions = (await opinionsOpenIn(parts, principal, [state])).has(state.processId);
  const others = { mayRemind: mayRemind(principal, state), changed: differsFromCopy(state, now), opensOpinions };
  return {
    state,
    opensOpinions,
    viewIn: (projectNames) => wireProcess(state, principal, { projectNames, ...others }),
  };
}
