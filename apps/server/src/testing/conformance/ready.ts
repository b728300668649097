import { info as fileInfo } from '@prdm/contract/files';
import type { Endpoint } from '@prdm/contract/kit';
import { memberAdd } from '@prdm/contract/projects';
import { close } from '@prdm/contract/projects/non-projects';
import { longTerm, pause, transfer } from '@prdm/contract/tasks';
import type { TestApp } from '../servers/start-app.ts';
import { buildFile, buildTask, type TaskInput } from '../worlds/builders.ts';
import type { actsOf, Stage } from './acts.ts';

type Values = Readonly<Record<string, unknown>>;

/** A record that a versioned call accepts. Its version is above 1, so the version before it is stale. */
export interface Ready {
  /** The fields of the call without the version. */
  readonly given: Values;
  readonly version: number;
  /** The caller. Default: the owner of the noun. */
  readonly actor?: string;
}

export interface Setting {
  readonly app: TestApp;
  readonly stage: Stage;
  readonly acts: ReturnType<typeof actsOf>;
}

const well = ({ code, msg }: { code: number; msg: string }, what: string): void => {
  if (code !== 0) throw new Error(`${what}: ${code} ${msg}`);
};

/** A new record after an edit. */
export async function edited({ acts }: Setting): Promise<Ready> {
  const { id, fields, version } = await acts.made();
  well(await acts.edit(id, { ...fields, ...acts.change().sent, version }), 'edit');
  return { given: acts.named(id), version: version + 1 };
}

/** A new record after `del`: a former employee, an archived project. */
async function deleted({ acts }: Setting): Promise<Ready> {
  const { id, version } = await acts.made();
  well(await acts.del(id, version), 'del');
  return { given: acts.named(id), version: version + 1 };
}

/** A non-project after its closing. */
async function closed(set: Setting): Promise<Ready> {
  const { given, version } = await edited(set);
  well(await set.stage.call(close, { ...given, version }, { actor: 'superAdmin' }), 'close');
  return { given, version: version + 1 };
}

/** A project whose next manager is a member. */
async function withMember(set: Setting): Promise<Ready> {
  const ready = await edited(set);
  const manager_id = set.stage.known.userOf('designer');
  const members = { ...ready.given, user_ids: [manager_id], role_ids: [set.stage.known.idOf('role')] };
  well(await set.stage.call(memberAdd, members, { actor: 'projectManager' }), 'memberAdd');
  return { ...ready, given: { ...ready.given, manager_id } };
}

/** A project with a person for one cell of its staffing matrix. */
async function staffed(set: Setting): Promise<Ready> {
  const ready = await edited(set);
  const { known } = set.stage;
  const cells = [{ role_id: known.idOf('role'), user_ids: [known.userOf('designer')] }];
  return { ...ready, given: { ...ready.given, cells } };
}

/** A file with two versions of its content. */
async function twoVersions({ app, stage }: Setting): Promise<Ready> {
  const [projectId, by] = [stage.known.idOf('project') as number, stage.known.userOf('projectManager')];
  const name = `${stage.freshName()}.dwg`;
  const { id: file_id, versionId: version_id } = await buildFile(app, { projectId, by, name, bytes: 'one' });
  await buildFile(app, { projectId, by, name, bytes: 'two' });
  const { data } = await stage.call(fileInfo, { file_id }, { actor: 'projectManager' });
  return { given: { file_id, version_id }, version: data.version };
}

interface Move {
  readonly call: Endpoint;
  readonly by: string;
  readonly more?: (known: Stage['known']) => Values;
}

/** A task of the manager for the designer: in this state, after a move, for this caller. */
const task =
  (state: TaskInput['state'], actor: string, more: (known: Stage['known']) => Values = () => ({}), move?: Move) =>
  async ({ app, stage }: Setting): Promise<Ready> => {
    const { known } = stage;
    const { id } = await buildTask(app, {
      projectId: known.idOf('project') as number,
      assignerId: known.userOf('projectManager'),
      executorIds: [known.userOf('designer')],
      state,
    });
    const raised = async (): Promise<number> => {
      const sql = 'update task set version = version + 1 where id = $1 returning version';
      return (await app.platform.db.pool.query(sql, [id])).rows[0].version;
    };
    const version = await raised();
    if (move === undefined) return { given: { id, ...more(known) }, version, actor };
    const moved = await stage.call(move.call, { id, version, ...move.more?.(known) }, { actor: move.by });
    well(moved, move.call.path);
    return { given: { id, ...more(known) }, version: moved.data.version, actor };
  };

const none = (): Values => ({});
/** The sample attachment belongs to another task. */
const unattached = (): Values => ({ attachment_ids: '[]' });
const reason = (): Values => ({ reason: '图纸不完整' });
const target = (known: Stage['known']): Values => ({ target_id: known.userOf('partner') });
const offered: Move = { call: transfer, by: 'designer', more: target };

/** Versioned calls that refuse a record just added: a record in the state that they accept. */
export const READY: Readonly<Record<string, (set: Setting) => Promise<Ready>>> = {
  '/apis/department/restore': deleted,
  '/apis/user/restore': deleted,
  '/apis/project/unarchive': deleted,
  '/apis/project/staffing': staffed,
  '/apis/project/transferManager': withMember,
  '/apis/non_project/reopen': closed,
  '/apis/file/versionRestore': twoVersions,
  '/apis/file/validity': twoVersions,
  '/apis/task/start': task('unprocessed', 'designer'),
  '/apis/task/reject': task('unprocessed', 'designer', reason),
  '/apis/task/remind': task('unprocessed', 'projectManager'),
  '/apis/task/longTerm': task('in_progress', 'projectManager'),
  '/apis/task/unmarkLongTerm': task('in_progress', 'projectManager', none, { call: longTerm, by: 'projectManager' }),
  '/apis/task/republish': task('in_progress', 'projectManager', none, {
    call: pause,
    by: 'projectManager',
    more: reason,
  }),
  '/apis/task/transfer': task('in_progress', 'designer', target),
  '/apis/task/transferConfirm': task('in_progress', 'partner', none, offered),
  '/apis/task/transferRefuse': task('in_progress', 'partner', none, offered),
  '/apis/task/transferWithdraw': task('in_progress', 'designer', none, offered),
  '/apis/task/submit': task('in_progress', 'designer', unattached),
  '/apis/task/pass': task('awaiting_confirmation', 'projectManager'),
  '/apis/task/notPass': task('awaiting_confirmation', 'projectManager', reason),
};
