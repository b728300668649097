import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getKeyIv } from '@prdm/contract/identity';
import { memberAdd, members, index as projectIndex, info as projectInfo } from '@prdm/contract/projects';
import * as contract from '@prdm/contract/projects/partners';
import { enterpriseSettings, enterpriseSettingsEdit } from '@prdm/contract/organisation/settings';
import { index as folderIndex } from '@prdm/contract/files';
import { index as noticeIndex } from '@prdm/contract/notices';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { buildPerson, buildProject, PASSWORD, type BuiltPerson } from '../../../testing/worlds/builders.ts';
import { encryptTransfer, type Answer } from '../../../testing/worlds/calls.ts';

let app: TestApp;
let admin: string;
let manager: BuiltPerson;
let token: string;
let projectId: number;
let roles: { id: number; key: string }[];

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  roles = (await sql('select id, key from role where key is not null')).rows as typeof roles;
});
afterAll(() => app.stop());
beforeEach(async () => {
  manager = await buildPerson(app);
  projectId = (await buildProject(app, { managerId: manager.id })).id;
  token = await app.signIn(manager.account, PASSWORD);
  await sql('update enterprise set member_limit = 500');
});

const sql = (text: string, values: unknown[] = []) => app.platform.db.pool.query(text, values);
const roleOf = (key: string): number => roles.find((role) => role.key === key)?.id ?? 0;
let serial = 0;
const freshEmail = () => `partner${(serial += 1)}@example.cn`;
const invite = (input: object, by = token): Promise<Answer> =>
  app.call(contract.invite, { project_id: projectId, firm: '华东勘察院', ...input }, { token: by });
const tokenOf = ({ data }: Answer): string => new URL(data.link, 'http://x').searchParams.get('token') ?? '';
async function join(link: string, input: object = {}, ip?: string): Promise<Answer> {
  const { key, iv, kid } = (await app.call(getKeyIv, {}, { ip })).data;
  const person = { name: '张协作', account: `joined${(serial += 1)}`, password: PASSWORD, ...input };
  const { password, ...rest } = person;
  return app.call(
    contract.inviteJoin,
    { token: link, ...rest, password_encode: encryptTransfer(password, key, iv), kid },
    { ip },
  );
}
const partner = async () => {
  const person = await buildPerson(app, { type: 'partner', email: freshEmail() });
  return { ...person, token: await app.signIn(person.account, PASSWORD) };
};
const received = async (by: string) => (await app.call(contract.invited, {}, { token: by })).data.list;
const listed = async () => (await app.call(contract.invitations, { project_id: projectId }, { token })).data.list;
const codes = (answers: Answer[]) => answers.map(({ code }) => code).toSorted((a, b) => a - b);
/** The rows that a refused call must not change. */
const stored = async () =>
  (
    await sql(`select
      (select md5(string_agg(i::text, '' order by id)) from project_invitation i) as invitations,
      (select md5(string_agg(m::text, '' order by m::text)) from project_member m) as members,
      (select count(*)::int from staff) as people, (select count(*)::int from action_log) as log`)
  ).rows[0];

describe('an existing partner', () => {
  it('[R-023] [BU-002] answers the invitation and sees that project alone', async () => {
    const one = await partner();
    const before = await app.call(projectInfo, { project_id: projectId }, { token: one.token });
    expect(before.code).toBe(444);
    const invited = await invite({ account: one.account.toUpperCase(), role_ids: [roleOf('designer')] });
    expect(invited).toMatchObject({ code: 0, data: { sent: false, link: null } });
    expect((await app.call(projectInfo, { project_id: projectId }, { token: one.token })).code).toBe(444);
    const [own] = await received(one.token);
    expect(own).toMatchObject({ firm: '华东勘察院', inviter: manager.name, state: 'invited', project_id: null });
    expect(
      await app.call(contract.inviteAccept, { id: own.id, version: own.version }, { token: one.token }),
    ).toMatchObject({ code: 0, data: { project_id: projectId } });
    const list = (await app.call(projectIndex, {}, { token: one.token })).data.list;
    expect(list.map(({ id }: { id: number }) => id)).toEqual([projectId]);
    const [member] = (await app.call(members, { project_id: projectId }, { token })).data.list.filter(
      ({ user_id }: { user_id: number }) => user_id === one.id,
    );
    expect(member).toMatchObject({ firm: '华东勘察院', ends_on: null });
    expect(member.roles.map(({ key }: { key: string }) => key).toSorted()).toEqual(['designer', 'partner']);
    const folders = await app.call(folderIndex, { project_id: projectId }, { token: one.token });
    expect(folders.code).toBe(0);
    expect((await received(one.token))[0]).toMatchObject({ state: 'accepted', project_id: projectId });
  });

  it('is found by the e-mail too, and refuses', async () => {
    const one = await partner();
    const { email } = (await sql('select email from staff where user_id = $1', [one.id])).rows[0];
    expect(await invite({ email: email.toUpperCase() })).toMatchObject({ code: 0, data: { link: null } });
    const [own] = await received(one.token);
    const answer = { id: own.id, version: own.version };
    expect(await app.call(contract.inviteRefuse, answer, { token: one.token })).toMatchObject({ code: 0 });
    expect(await app.call(contract.inviteAccept, answer, { token: one.token })).toMatchObject({
      code: 1008,
      msg: '邀请已被拒绝',
    });
    expect((await app.call(projectInfo, { project_id: projectId }, { token: one.token })).code).toBe(444);
    expect((await received(one.token))[0]).toMatchObject({ state: 'refused', project_name: '' });
  });

  it('has one open invitation into a project, and none as a member', async () => {
    const one = await partner();
    expect((await invite({ account: one.account })).code).toBe(0);
    expect(await invite({ account: one.account })).toMatchObject({ code: 1008, msg: '已有一份待答复的邀请' });
    const [own] = await received(one.token);
    await app.call(contract.inviteAccept, { id: own.id, version: own.version }, { token: one.token });
    expect((await invite({ account: one.account })).code).toBe(1008);
  });

  it('[ER-021] bad input gets its code and field, and changes nothing', async () => {
    const colleague = await buildPerson(app, { email: freshEmail() });
    const { email } = (await sql('select email from staff where user_id = $1', [colleague.id])).rows[0];
    const former = await partner();
    await sql(`update staff set status = 'former' where user_id = $1`, [former.id]);
    const before = await stored();
    const cases: [object, object][] = [
      [{ account: 'nobody-at-all' }, { code: 1002, msg: '账号不存在', data: { field: 'account' } }],
      [{ account: colleague.account }, { code: 1008, data: { field: 'account' } }],
      [{ email }, { code: 1008, data: { field: 'email' } }],
      [{ account: former.account }, { code: 1013, data: { field: 'account' } }],
      [{}, { code: 1001, data: { field: 'account' } }],
      [
        { account: 'a', email: 'a@example.cn' },
        { code: 1001, data: { field: 'email' } },
      ],
      [{ email: 'a@b' }, { code: 1001, data: { field: 'email' } }],
      [
        { email: freshEmail(), firm: ' ' },
        { code: 1001, data: { field: 'firm' } },
      ],
      [
        { email: freshEmail(), ends_on: '2020-01-01' },
        { code: 1001, data: { field: 'ends_on' } },
      ],
      [{ email: freshEmail(), role_ids: [roleOf('superAdmin')] }, { data: { field: 'role_ids' } }],
      [
        { email: freshEmail(), role_ids: [roleOf('project_manager')] },
        { code: 1001, data: { field: 'role_ids' } },
      ],
      [
        { email: freshEmail(), role_ids: [roleOf('business_manager')] },
        { code: 1005, data: { field: 'role_ids' } },
      ],
    ];
    for (const [input, answer] of cases) expect(await invite(input), JSON.stringify(input)).toMatchObject(answer);
    expect(await invite({ email: freshEmail(), role_ids: [roleOf('leader')] }, admin)).toMatchObject({ code: 1008 });
    expect(await stored()).toEqual(before);
  });
});

describe('a new partner', () => {
  it('[R-023] opens the link, makes the account, signs in and sees that project alone', async () => {
    await buildProject(app, {});
    const email = freshEmail();
    const invited = await invite({ email, ends_on: '2099-12-31' });
    const link = tokenOf(invited);
    expect(Buffer.from(link, 'base64url')).toHaveLength(16);
    expect(await app.call(contract.inviteInfo, { token: link })).toMatchObject({
      code: 0,
      data: { firm: '华东勘察院', inviter: manager.name, email, ends_on: '2099-12-31' },
    });
    expect(await join(link, { account: 'new.partner' })).toMatchObject({ code: 0, data: null });
    const own = await app.signIn('new.partner', PASSWORD);
    const list = (await app.call(projectIndex, {}, { token: own })).data.list;
    expect(list.map(({ id }: { id: number }) => id)).toEqual([projectId]);
    const { rows } = await sql(
      `select s.type, s.email, (select count(*)::int from role_holder h where h.user_id = s.user_id) as roles
       from staff s where account = 'new.partner'`,
    );
    expect(rows).toEqual([{ type: 'partner', email, roles: 1 }]);
    expect((await sql('select token_hash from project_invitation where id = $1', [invited.data.id])).rows).toEqual([
      { token_hash: null },
    ]);
  });

  it('an invitation used twice answers 410 and changes nothing; two parallel uses make one account', async () => {
    const link = tokenOf(await invite({ email: freshEmail() }));
    const both = await Promise.all([join(link, { account: 'race.one' }), join(link, { account: 'race.two' })]);
    expect(codes(both)).toEqual([0, 410]);
    const before = await stored();
    expect(await join(link)).toMatchObject({ code: 410, msg: '链接已失效' });
    expect((await app.call(contract.inviteInfo, { token: link })).code).toBe(410);
    expect(await stored()).toEqual(before);
  });

  it('keeps the link after a refused password, a taken account and a full enterprise', async () => {
    const link = tokenOf(await invite({ email: freshEmail() }));
    const before = await stored();
    expect(await join(link, { password: 'abc' })).toMatchObject({ code: 1001, data: { field: 'password' } });
    expect(await join(link, { account: manager.account })).toMatchObject({ code: 1018, data: { field: 'account' } });
    expect(await join(link, { account: 'аdmin2' })).toMatchObject({ code: 1001, data: { field: 'account' } });
    const { rows } = await sql(
      `select count(*)::int as n from staff where status <> 'former' and enterprise_id =
      (select enterprise_id from project where id = $1)`,
      [projectId],
    );
    await sql('update enterprise set member_limit = $1', [rows[0].n]);
    expect(await join(link)).toMatchObject({ code: 1010 });
    expect(await invite({ email: freshEmail() })).toMatchObject({ code: 1010 });
    expect(await stored()).toEqual(before);
    await sql('update enterprise set member_limit = $1', [rows[0].n + 1]);
    const second = tokenOf(await invite({ email: freshEmail() }));
    expect(codes(await Promise.all([join(link), join(second)]))).toEqual([0, 1010]);
  });

  it('a new invitation of the address ends the old link; one into another project goes to the new account', async () => {
    const email = freshEmail();
    const first = tokenOf(await invite({ email }));
    const second = tokenOf(await invite({ email: email.toUpperCase() }));
    const elsewhere = await buildProject(app, { managerId: manager.id });
    const third = tokenOf(await invite({ email, project_id: elsewhere.id }));
    expect((await join(first)).code).toBe(410);
    expect((await join(second, { account: 'twice.invited' })).code).toBe(0);
    expect((await join(third)).code).toBe(410);
    const own = await app.signIn('twice.invited', PASSWORD);
    expect(await received(own)).toMatchObject([
      { project_name: elsewhere.name, state: 'invited' },
      { state: 'accepted' },
    ]);
    expect((await listed()).map(({ state }: { state: string }) => state)).toEqual(['accepted', 'cancelled']);
  });

  it('a link that its inviter saw does not take the invitations of others', async () => {
    const email = freshEmail();
    const thief = await buildPerson(app);
    const own = await buildProject(app, { managerId: thief.id });
    const bait = await invite({ email, project_id: own.id }, await app.signIn(thief.account, PASSWORD));
    const honest = await invite({ email });
    expect((await join(tokenOf(bait), { account: 'sock.puppet' })).code).toBe(0);
    const puppet = await app.signIn('sock.puppet', PASSWORD);
    expect((await received(puppet)).map(({ state }: { state: string }) => state)).toEqual(['accepted']);
    expect((await join(tokenOf(honest))).code).toBe(0);
    // A mailed link proves the address: then they all become invitations of the new account.
    const mailed = { email: freshEmail() };
    const sent = await invite({ ...mailed, project_id: own.id }, await app.signIn(thief.account, PASSWORD));
    await sql('update project_invitation set mailed = true where id = $1', [sent.data.id]);
    await invite(mailed);
    expect((await join(tokenOf(sent), { account: 'true.owner' })).code).toBe(0);
    const owner = await app.signIn('true.owner', PASSWORD);
    expect((await received(owner)).map(({ state }: { state: string }) => state)).toEqual(['invited', 'accepted']);
  });

  it('lives 7 days, and ends with the cancellation and with the rights of the inviter', async () => {
    const old = await invite({ email: freshEmail() });
    const { rows } = await sql(
      `select extract(epoch from expires_at - created_at)::int as s from project_invitation where id = $1`,
      [old.data.id],
    );
    expect(rows).toEqual([{ s: 7 * 86_400 }]);
    await sql(`update project_invitation set expires_at = now() - interval '1 second' where id = $1`, [old.data.id]);
    expect((await join(tokenOf(old))).code).toBe(410);
    const [expired] = await listed();
    expect(expired.state).toBe('expired');
    expect(
      await app.call(contract.inviteCancel, { id: expired.id, version: expired.version }, { token }),
    ).toMatchObject({ code: 1008 });

    const cancelled = await invite({ email: freshEmail() });
    expect(await app.call(contract.inviteCancel, { id: cancelled.data.id, version: 1 }, { token })).toMatchObject({
      code: 0,
    });
    expect((await join(tokenOf(cancelled))).code).toBe(410);

    const orphan = await invite({ email: freshEmail() });
    await sql('delete from project_member_role where project_id = $1 and user_id = $2', [projectId, manager.id]);
    expect(await join(tokenOf(orphan))).toMatchObject({ code: 1008 });
  });

  it('ends when the inviter has left the project, and with a stricter setting', async () => {
    const chief = await buildPerson(app, { roles: ['administrator'] });
    const asked = { project_id: projectId, user_ids: [chief.id] };
    expect((await app.call(memberAdd, asked, { token })).code).toBe(0);
    const byChief = tokenOf(await invite({ email: freshEmail() }, await app.signIn(chief.account, PASSWORD)));
    await sql('update project_member set removed_at = now() where user_id = $1', [chief.id]);
    expect(await join(byChief)).toMatchObject({ code: 1008 });
    const byManager = tokenOf(await invite({ email: freshEmail() }));
    await sql(`update enterprise set partner_invite = 'company_user'`);
    try {
      expect(await join(byManager)).toMatchObject({ code: 1008 });
    } finally {
      await sql(`update enterprise set partner_invite = 'member'`);
    }
    expect((await join(byManager)).code).toBe(0);
  });

  it('guesses of a token are limited for one address', async () => {
    const ip = '10.77.1.1';
    const link = tokenOf(await invite({ email: freshEmail() }));
    for (let n = 0; n < 100; n += 1) await app.call(contract.inviteInfo, { token: `guess${n}` }, { ip });
    expect(await app.call(contract.inviteInfo, { token: link }, { ip })).toMatchObject({ code: 1007 });
    expect((await app.call(contract.inviteInfo, { token: link }, { ip: '10.77.1.2' })).code).toBe(0);
  });

  it('refused acceptances with a live token are limited too, because they name taken accounts', async () => {
    const ip = '10.77.2.1';
    const token = tokenOf(await invite({ email: freshEmail() }));
    const info = () => app.call(contract.inviteInfo, { token }, { ip });
    for (let n = 0; n < 99; n += 1) await app.call(contract.inviteInfo, { token: `guess${n}` }, { ip });
    expect((await info()).code).toBe(0);
    expect(await join(token, { account: manager.account }, ip)).toMatchObject({ code: 1018 });
    expect(await info()).toMatchObject({ code: 1007 });
  });

  it('an address gets at most five invitations in an hour', async () => {
    const email = freshEmail();
    for (let n = 0; n < 5; n += 1) expect((await invite({ email })).code).toBe(0);
    expect(await invite({ email: email.toUpperCase() })).toMatchObject({ code: 1007, data: { retry_after: 3600 } });
    expect((await invite({ email: freshEmail() })).code).toBe(0);
  });
});

describe('races', () => {
  it('one of two acceptances, and one of cancel and accept, wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await partner();
      const { data } = await invite({ account: one.account });
      const input = { id: data.id, version: 1 };
      const accept = () => app.call(contract.inviteAccept, input, { token: one.token });
      const answers =
        round % 2 === 0
          ? await Promise.all([accept(), accept()])
          : await Promise.all([accept(), app.call(contract.inviteCancel, input, { token })]);
      expect(codes(answers)).toEqual([0, 1008]);
      const joined = (
        await sql('select 1 from project_member where project_id = $1 and user_id = $2', [projectId, one.id])
      ).rowCount;
      const accepted = round % 2 === 0 || answers[0]?.code === 0;
      expect(joined).toBe(accepted ? 1 : 0);
    }
  });
});

describe('who may invite', () => {
  it('is told by the setting, and a partner never invites', async () => {
    const { version } = (await app.call(enterpriseSettings, {}, { token: admin })).data;
    await app.call(enterpriseSettingsEdit, { version, partner_invite: 'company_user' }, { token: admin });
    try {
      const asked = (by: string) => app.call(contract.invitations, { project_id: projectId }, { token: by });
      expect((await asked(token)).data.can_invite).toBe(false);
      expect((await asked(admin)).data.can_invite).toBe(true);
      expect((await invite({ email: freshEmail() })).code).toBe(1005);
      expect((await invite({ email: freshEmail() }, admin)).code).toBe(0);
    } finally {
      await app.call(enterpriseSettingsEdit, { version: version + 1, partner_invite: 'member' }, { token: admin });
    }
    const one = await partner();
    await sql(
      'insert into project_member (enterprise_id, project_id, user_id) select enterprise_id, id, $2 from project where id = $1',
      [projectId, one.id],
    );
    await sql(
      'insert into project_member_role (enterprise_id, project_id, user_id, role_id) select enterprise_id, id, $2, $3 from project where id = $1',
      [projectId, one.id, roleOf('project_leader')],
    );
    expect((await invite({ email: freshEmail() }, one.token)).code).toBe(1005);
  });

  it('a stranger neither sees nor cancels an invitation, and nobody answers that of another', async () => {
    const one = await partner();
    const { data } = await invite({ account: one.account });
    const stranger = await app.signIn((await buildPerson(app)).account, PASSWORD);
    const input = { id: data.id, version: 1 };
    for (const by of [stranger, one.token])
      expect((await app.call(contract.inviteCancel, input, { token: by })).code).toBe(by === stranger ? 1006 : 1005);
    for (const by of [stranger, token, admin])
      expect((await app.call(contract.inviteAccept, input, { token: by })).code).toBe(by === stranger ? 1006 : 1005);
    expect((await app.call(contract.invitations, { project_id: projectId }, { token: stranger })).code).toBe(444);
    expect((await app.call(noticeIndex, {}, { token: stranger })).data.total).toBe(0);
  });
});
