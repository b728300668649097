import { afterAll, beforeAll, expect, it } from 'vitest';
import { memberAdd } from '@prdm/contract/projects';
import { close, del, edit, info, reopen } from '@prdm/contract/projects/non-projects';
import { buildPerson, PASSWORD } from '../../../testing/worlds/builders.ts';
import { buildNonProject } from '../../../testing/worlds/non-projects.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

/** Every state x action x actor (decisions.md 5.3). The answer of each cell stands in ANSWERS. */
let app: TestApp;
interface Actor {
  readonly id: number;
  readonly token: string;
}
const actors = new Map<string, Actor>();

beforeAll(async () => {
  app = await startApp({ works: false });
  const person = async (roles: Parameters<typeof buildPerson>[1] = {}): Promise<Actor> => {
    const { id, account } = await buildPerson(app, roles);
    return { id, token: await app.signIn(account, PASSWORD) };
  };
  actors.set('manager', await person());
  actors.set('editor', await person({ roles: ['business_manager'] }));
  actors.set('member', await person());
  actors.set('leader', await person({ roles: ['leader'] }));
  actors.set('stranger', await person());
  actors.set('superAdmin', { id: 0, token: await app.admin() });
}, 120_000);
afterAll(() => app.stop(), 60_000);

const actor = (name: string): Actor => actors.get(name) as Actor;

interface Standing {
  readonly id: number;
  readonly version: number;
}
/** A non-project in the state, with its manager and one member. */
async function standing(state: string): Promise<Standing> {
  const { id } = await buildNonProject(app, { managerId: actor('manager').id, memberIds: [actor('member').id] });
  if (state === 'open') return { id, version: 1 };
  expect((await app.call(close, { id, version: 1 }, { token: actor('manager').token })).code).toBe(0);
  return { id, version: 2 };
}

const ACTIONS = {
  read: (at: Standing, token: string) => app.call(info, { id: at.id }, { token }),
  edit: (at: Standing, token: string) =>
    app.call(edit, { ...at, name: '改名', kind: 'bid', manager_id: actor('manager').id }, { token }),
  member: (at: Standing, token: string) =>
    app.call(memberAdd, { project_id: at.id, user_ids: [actor('stranger').id], role_ids: [] }, { token }),
  close: (at: Standing, token: string) => app.call(close, at, { token }),
  reopen: (at: Standing, token: string) => app.call(reopen, at, { token }),
  del: (at: Standing, token: string) => app.call(del, at, { token }),
} as const;
type Action = keyof typeof ACTIONS;

const RIGHTS: Readonly<Record<string, Readonly<Partial<Record<Action, number>>>>> = {
  // Deleting needs NonProject-edit.
  manager: { del: 1005 },
  editor: {},
  superAdmin: {},
  member: { edit: 1005, member: 1005, close: 1005, reopen: 1005, del: 1005 },
  leader: { edit: 1005, member: 1005, close: 1005, reopen: 1005, del: 1005 },
  stranger: { read: 444, edit: 444, member: 444, close: 444, reopen: 444, del: 444 },
};
const STATES: Readonly<Record<string, readonly Action[]>> = {
  open: ['read', 'edit', 'member', 'close', 'del'],
  closed: ['read', 'reopen', 'del'],
};

const cells = Object.keys(STATES).flatMap((state) =>
  (Object.keys(ACTIONS) as Action[]).flatMap((action) => Object.keys(RIGHTS).map((who) => ({ state, action, who }))),
);

it.each(cells)('$state, $action by $who', async ({ state, action, who }) => {
  const at = await standing(state);
  const wanted = RIGHTS[who]?.[action] ?? (STATES[state]?.includes(action) ? 0 : 1008);
  const before = await stored(at.id);
  const shown = await app.call(info, { id: at.id }, { token: actor(who).token });
  const answer = await ACTIONS[action](at, actor(who).token);
  expect(answer.code).toBe(wanted);
  const after = await stored(at.id);
  if (wanted !== 0) expect(after).toEqual(before);
  if (action === 'close' && wanted === 0) expect(after.status).toBe('closed');
  if (action === 'reopen' && wanted === 0) expect(after.status).toBe('open');
  // The page shows exactly the actions that the call allows.
  if (shown.code === 0 && action !== 'read') expect(shown.data.can[action]).toBe(wanted === 0);
});

const stored = async (id: number) =>
  (
    await app.platform.db.pool.query(
      `select p.*, (select count(*)::int from project_member m where m.project_id = p.id and m.removed_at is null) as members
       from project p where id = $1`,
      [id],
    )
  ).rows[0];
