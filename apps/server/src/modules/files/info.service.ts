import type { Decision, FolderRight, Reason, Via } from '@prdm/access';
import { askerOf, shownIn } from './asker.ts';
import { crumbsOf, entriesOf } from './list.service.ts';
import { reposOf, type Caller, type Parts } from './parts.ts';
import type { FileSubject, FolderSubject } from './subjects.ts';
import type { Subject } from '../../platform/http/subjects.ts';
import { fail } from '../../platform/errors.ts';

export async function folderInfo(
  parts: Parts,
  caller: Caller,
  subject: Pick<Subject<FolderSubject>, 'row' | 'may'>,
  why: FolderRight | undefined,
) {
  const { row } = subject;
  const [entry] = await entriesOf(parts, caller, shownIn(row, [row]), []);
  if (!entry) throw fail.notFound();
  const crumbs = await crumbsOf(parts, caller, row.ancestors, row.project_id);
  return { ...entry, project_id: row.project_id, crumbs, why: await explained(parts, caller, subject, why) };
}

export async function fileInfo(
  parts: Parts,
  caller: Caller,
  subject: Pick<Subject<FileSubject>, 'row' | 'may'>,
  why: FolderRight | undefined,
) {
  const { row } = subject;
  const repos = reposOf(parts, caller.actor.enterpriseId);
  const [judged] = await repos.files.judged(askerOf(caller.principal, [row.project_id]), [row.id]);
  if (!judged) throw fail.notFound();
  const [entry] = await entriesOf(parts, caller, [], shownIn(row.folder, [judged]));
  if (!entry) throw fail.notFound();
  const crumbs = await crumbsOf(parts, caller, row.folder.ancestors, row.project_id);
  return { ...entry, project_id: row.project_id, crumbs, why: await explained(parts, caller, subject, why) };
}

/** The decision with the names of its recipients; the check of rights does not load them. */
async function explained(
  parts: Parts,
  { actor }: Caller,
  subject: Pick<Subject, 'may'>,
  right: FolderRight | undefined,
): Promise<{ allowed: boolean; chain: WrittenReason[] } | null> {
  if (right === undefined) return null;
  const decision: Decision = subject.may(right);
  const reasons: WrittenReason[] = decision.chain.map((reason) => written(reason));
  const nameless = reasons.flatMap(({ through }) => (through && through.name === '' ? [through] : []));
  const idsOf = (kind: Via['kind']) => nameless.filter((via) => via.kind === kind).map((via) => via.id);
  const [people, roles] = await Promise.all([
    parts.organisation.names(actor.enterpriseId, idsOf('person')),
    parts.organisation.rolesByIds(actor.enterpriseId, idsOf('project-role')),
  ]);
  const nameOf = (via: Via): string =>
    via.name !== '' ? via.name : ((via.kind === 'person' ? people : roles).get(via.id)?.name ?? '');
  return {
    allowed: decision.allowed,
    chain: reasons.map((reason) =>
      reason.through ? { ...reason, through: { ...reason.through, name: nameOf(reason.through) } } : reason,
    ),
  };
}

interface WrittenReason {
  code: string;
  action?: string;
  actions?: string[];
  projectId?: string;
  via?: Via;
  through?: Via;
}

function written(reason: Reason): WrittenReason {
  return 'actions' in reason ? { ...reason, actions: [...reason.actions] } : { ...reason };
}
