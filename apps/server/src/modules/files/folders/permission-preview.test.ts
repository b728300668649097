import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rightsOf } from '@prdm/access';
import * as files from '@prdm/contract/files';
import { FOLDER_RIGHTS } from '@prdm/contract/status';
import { digestOf } from '../../../testing/matrix/digest.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import {
  PASSWORD,
  buildFolder,
  buildPerson,
  buildProject,
  principalFor,
  rootFolder,
  theEnterprise,
  type BuiltPerson,
} from '../../../testing/worlds/builders.ts';
import { rightsShown } from '../../../testing/worlds/folder-rights.ts';

/** Random changes of folder rights. FOLDER_CHANGES=200 runs as many as the bar of the work asks for. */
const CHANGES = Number(process.env.FOLDER_CHANGES ?? 25);
const SEED = 20_261_126;

let app: TestApp;
let admin: string;
let home: number;
let manager: BuiltPerson;
let stranger: BuiltPerson;
let projectId: number;
const people: BuiltPerson[] = [];
const folders: number[] = [];
const roles: number[] = [];

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  home = await theEnterprise(app);
  manager = await buildPerson(app);
  stranger = await buildPerson(app);
  const held = [[], ['finance'], ['leader'], ['superAdmin'], ['administrator']] as const;
  for (const keys of held) people.push(await buildPerson(app, { roles: [...keys] }));
  const inProject = [['designer'], ['designer', 'reviewer'], [], ['approver'], ['coordinator']] as const;
  const members = people.map(({ id }, at) => ({ id, roles: [...(inProject[at] ?? [])] }));
  const disabled = await buildPerson(app);
  const project = await buildProject(app, {
    managerId: manager.id,
    members: [...members, { id: disabled.id, roles: ['designer'] }],
  });
  projectId = project.id;
  await app.platform.db.transaction((trx) =>
    app.modules.identity.setEnabled(trx, home, { id: disabled.id, email: '' }, false),
  );
  await app.platform.db.pool.query(`update staff set status = 'disabled' where user_id = $1`, [disabled.id]);
  const root = await rootFolder(app, projectId);
  const one = await buildFolder(app, { projectId, by: manager.id, parentId: root, name: '一' });
  const two = await buildFolder(app, { projectId, by: manager.id, parentId: one, name: '二' });
  folders.push(root, one, two);
  // The standard grants give the root to most roles, so that few changes would have an effect.
  await app.platform.db.pool.query('delete from folder_grant where project_id = $1', [projectId]);
  const all = await app.modules.organisation.roles(home);
  roles.push(...all.filter(({ key }) => ['designer', 'reviewer', 'approver'].includes(key ?? '')).map(({ id }) => id));
}, 120_000);
afterAll(() => app.stop());

/** Everybody's rights in a folder, as the next call reads them from the database. */
async function measured(folder: number): Promise<Map<number, readonly string[]>> {
  const found = new Map<number, readonly string[]>();
  for (const { id } of [...people, manager]) {
    const [subject] = await app.modules.files.kinds.folder.load(await principalFor(app, id, home), [folder]);
    found.set(id, rightsOf(subject?.row.mask ?? 0));
  }
  return found;
}

const CHANGE = fc.record({
  folder: fc.nat(2),
  // Several changes of different recipients, because only together they can take a right that two roles give.
  to: fc.uniqueArray(fc.record({ recipient: fc.nat(7), rights: fc.subarray([...FOLDER_RIGHTS]) }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ recipient }) => recipient,
  }),
});

/** A change of one recipient as the drawer sends it: the full set, with the rights that it shows. */
async function changeOf(folder: number, recipient: number, rights: readonly string[]) {
  const person = people[recipient - roles.length];
  const to = person ? { user_id: person.id } : { role_id: roles[recipient] ?? 0 };
  const seen = await rightsShown(app, folder, to, { token: admin });
  const { data } = await app.call(files.permissionList, { folder_id: folder }, { token: admin });
  const inherited = (data.list as { to_id: number; to_kind: string; inherited: { rights: string[] }[] }[])
    .filter((row) => row.to_id === (to.user_id ?? to.role_id) && (row.to_kind === 'person') === 'user_id' in to)
    .flatMap((row) => row.inherited.flatMap((one) => one.rights));
  return { ...to, rights: FOLDER_RIGHTS.filter((right) => inherited.includes(right) || rights.includes(right)), seen };
}

describe('a preview of folder rights', () => {
  it('names the gains and losses that the change then has, and changes no row', async () => {
    const token = admin;
    let [changes, steps] = [0, 0];
    await fc.assert(
      fc.asyncProperty(CHANGE, async ({ folder: at, to }) => {
        const folder_id = folders[at] ?? 0;
        const wanted = [];
        for (const { recipient, rights } of to) wanted.push(await changeOf(folder_id, recipient, rights));
        const before = await measured(folder_id);
        const rows = await digestOf(app);
        const preview = await app.call(
          files.permissionPreview,
          { folder_id, changes: JSON.stringify(wanted) },
          { token },
        );
        expect(preview).toMatchObject({ code: 0 });
        expect(await digestOf(app)).toEqual(rows);
        for (const { rights, seen, ...one } of wanted) {
          const input = { folder_id, ...one, rights: JSON.stringify(rights), seen: JSON.stringify(seen) };
          expect(await app.call(files.permissionSet, input, { token })).toMatchObject({ code: 0 });
        }
        const folder = folder_id;
        const after = await measured(folder);
        const expected = [...after].flatMap(([id, now]) => {
          const was = before.get(id) ?? [];
          const gains = now.filter((right) => !was.includes(right));
          const losses = was.filter((right) => !now.includes(right));
          return gains.length + losses.length === 0 ? [] : [{ id, gains, losses }];
        });
        const shown = preview.data.people.map(({ id, gains, losses }: (typeof expected)[number]) => ({
          id,
          gains,
          losses,
        }));
        expect(shown).toEqual(expected.toSorted((a, b) => a.id - b.id));
        expect(preview.data.total).toBe(expected.length);
        changes += 1;
        steps += expected.length;
      }),
      { numRuns: CHANGES, seed: SEED },
    );
    console.log(`folder rights: ${changes} changes previewed, ${steps} people gained or lost`);
    expect(steps).toBeGreaterThan(CHANGES / 2);
  }, 600_000);

  it('refuses what saving would refuse', async () => {
    const [root = 0, one = 0] = folders;
    const ask = (folder_id: number, change: object, token = admin) =>
      app
        .call(files.permissionPreview, { folder_id, changes: JSON.stringify([{ seen: [], ...change }]) }, { token })
        .then(({ code }) => code);
    await app.platform.db.pool.query('delete from folder_grant where project_id = $1', [projectId]);
    const [person] = people;
    const given = { user_id: person?.id, rights: ['view'] };
    expect(await ask(root, { ...given, seen: ['view'] })).toBe(1009);
    expect(await ask(root, { ...given, role_id: roles[0] })).toBe(1001);
    expect(await ask(root, { rights: ['view'] })).toBe(1001);
    expect(await ask(root, { ...given, user_id: stranger.id })).toBe(1006);
    expect(await ask(root, given, await app.signIn(person?.account ?? '', PASSWORD))).toBe(444);
    const saved = { folder_id: root, user_id: person?.id, rights: '["view"]', seen: '[]' };
    expect((await app.call(files.permissionSet, saved, { token: admin })).code).toBe(0);
    expect(await ask(one, { ...given, rights: [], seen: ['view'] })).toBe(1008);
    expect(await ask(root, given, await app.signIn(person?.account ?? '', PASSWORD))).toBe(1005);
  });
});
