import { opinionGate } from './opinions.gate.ts';
import { listOpinions, opinionOf, recordSheet } from './opinions.reads.ts';
import { opinionsRepo } from './opinions.repo.ts';
import { change, raise } from './opinions.service.ts';
import { opinionKind } from './opinions.subject.ts';
import type { OpinionParts } from './parts.ts';

/**
 * Opinions of the reviewers of a process (docs/domains/opinions.md). This module owns the tables `opinion` and
 * `opinion_entry`. Invariants: no stage passes with an unresolved principle opinion of this or an earlier stage; rows of
 * a thread are only added; each change holds the lock of the process.
 */
export type Opinions = ReturnType<typeof createOpinions>;

export function createOpinions(parts: OpinionParts) {
  const { processes, attachments, models } = parts;
  processes.onPassing(opinionGate(parts), (enterpriseId, processIds) =>
    opinionsRepo(parts.tables.read, enterpriseId).unresolvedBy(processIds),
  );
  return {
    /** Subject kind of an opinion id; its right is `read`. */
    kind: opinionKind(parts.tables, processes),
    /** Kinds of the records that the calls name besides opinions. */
    neighbours: { process: processes.kinds.process, attachment: attachments.kind, version: models.kinds.version },
    list: (...args: Tail<Parameters<typeof listOpinions>>) => listOpinions(parts, ...args),
    info: (...args: Tail<Parameters<typeof opinionOf>>) => opinionOf(parts, ...args),
    record: (...args: Tail<Parameters<typeof recordSheet>>) => recordSheet(parts, ...args),
    raise: (...args: Tail<Parameters<typeof raise>>) => raise(parts, ...args),
    /** Edits, deletes, answers, closes, keeps or reopens an opinion. */
    change: (...args: Tail<Parameters<typeof change>>) => change(parts, ...args),
  };
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never;
