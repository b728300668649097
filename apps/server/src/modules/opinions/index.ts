import { opinionGate } from './opinions.gate.ts';
import { listOpinions, opinionOf, recordSheet } from './opinions.reads.ts';
import { opinionsRepo } from './opinions.repo.ts';
import { change, raise } from './opinions.service.ts';
import { opinionKind } from './opinions.subject.ts';
import type { OpinionParts } from './parts.ts';
import { bound } from '../../platform/bound.ts';

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
    list: bound(parts, listOpinions),
    info: bound(parts, opinionOf),
    record: bound(parts, recordSheet),
    raise: bound(parts, raise),
    /** Edits, deletes, answers, closes, keeps or reopens an opinion. */
    change: bound(parts, change),
  };
}
