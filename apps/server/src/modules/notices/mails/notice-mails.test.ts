import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { noticeSettings, noticeSettingsEdit, type NoticeWay } from '@prdm/contract/identity/notice-settings';
import { actionLogIndex } from '@prdm/contract/organisation/action-log';
import { NOTICE_TYPES, type NoticeType } from '@prdm/contract/status';
import type { Lang } from '@prdm/locales';
import { createModules, limitsOf } from '../../../modules.ts';
import { createLog } from '../../../platform/log.ts';
import { createPlatform, type Platform } from '../../../platform/platform.ts';
import { startMailServer, type MailServer } from '../../../testing/servers/mail-server.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import {
  buildPerson,
  buildProject,
  PASSWORD,
  theEnterprise,
  type BuiltPerson,
} from '../../../testing/worlds/builders.ts';
import type { NoticeDraft } from '../index.ts';

/* A real SMTP server. The clock of the program is the test's. */

const START = new Date('2026-11-24T00:30:00Z'); // 08:30 in Asia/Shanghai
const DAY_MS = 24 * 3_600_000;
let time = START;
let smtp: MailServer;
let app: TestApp;
let enterprise: number;
let number = 0;
beforeAll(async () => {
  smtp = await startMailServer();
  app = await startApp({
    works: false,
    clock: { now: () => time },
    env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://prdm.example.cn' },
  });
  enterprise = await theEnterprise(app);
}, 60_000);
afterAll(async () => {
  await app.stop();
  await smtp.down();
});
beforeEach(async () => {
  time = START;
  smtp.received.length = 0;
  await app.platform.db.pool.query('truncate mail, notice, notice_setting');
});

const person = (): Promise<BuiltPerson> => {
  number += 1;
  return buildPerson(app, { account: `mailed${number}`, email: `mailed${number}@example.cn` });
};
const mailOf = ({ account }: BuiltPerson) => smtp.received.filter(({ to }) => to.includes(`${account}@example.cn`));
const notify = (userIds: readonly number[], more: Partial<NoticeDraft> = {}) => {
  number += 1;
  return app.platform.db.transaction((trx) =>
    app.modules.notices.notify(trx, {
      enterpriseId: enterprise,
      userIds,
      type: 'next_task',
      projectId: null,
      source: { kind: 'task', id: 1 },
      text: { key: 'tasks.notice.published', params: { by: '李娜', name: `结构图${number}` } },
      pcPath: '/file/task/index?id=1',
      onceKey: `test:${number}`,
      ...more,
    }),
  );
};
async function choose({ account }: BuiltPerson, ways: Partial<Record<NoticeType, NoticeWay>>, language: Lang = 'zh') {
  const token = await app.signIn(account, PASSWORD);
  const { data } = await app.call(noticeSettings, {}, { token });
  const whole = Object.fromEntries(NOTICE_TYPES.map((type) => [type, ways[type] ?? 'standard']));
  const answer = await app.call(noticeSettingsEdit, { ways: whole, language, version: data.version }, { token });
  expect(answer.code).toBe(0);
  return token;
}

describe('a notice', () => {
  it('is mailed at once only to the people who chose it, in their language', async () => {
    const [none, chinese, english, digest] = [await person(), await person(), await person(), await person()];
    await choose(chinese, { next_task: 'mail' });
    await choose(english, { next_task: 'mail' }, 'en');
    await choose(digest, { next_task: 'digest' });
    await notify([none.id, chinese.id, english.id, digest.id]);
    await notify([chinese.id], { type: 'cc' });
    await app.platform.mail.sendDue();
    expect([none, chinese, english, digest].map((one) => mailOf(one).length)).toEqual([0, 1, 1, 0]);
    expect(mailOf(english)[0]?.subject).toMatch(/^李娜 assigned you the task “结构图\d+”$/);
    expect(mailOf(english)[0]?.text).toContain('https://prdm.example.cn/file/task/index?id=1');
    expect(mailOf(chinese)[0]?.subject).toContain('结构图');
    expect(mailOf(chinese)[0]?.subject).not.toContain('assigned');
  });

  it('has the language and the title of the enterprise for a person without an own language', async () => {
    const [none, own] = [await person(), await person()];
    await choose(own, {}, 'zh');
    const set = (lang: Lang, title: string) =>
      app.platform.db.pool.query('update enterprise set default_lang = $2, title = $3 where id = $1', [
        enterprise,
        lang,
        title,
      ]);
    await set('en', '江城协同');
    try {
      await notify([none.id, own.id], { mailed: true });
      await app.platform.mail.sendDue();
      expect(mailOf(none)[0]?.subject).toContain('assigned you the task');
      expect(mailOf(own)[0]?.subject).not.toContain('assigned');
      expect([mailOf(none)[0]?.text, mailOf(own)[0]?.text]).toEqual(Array(2).fill(expect.stringContaining('江城协同')));
      const settings = async ({ account }: BuiltPerson) =>
        (await app.call(noticeSettings, {}, { token: await app.signIn(account, PASSWORD), lang: 'tw' })).data.language;
      expect([await settings(none), await settings(own)]).toEqual(['en', 'zh']);
    } finally {
      await set('zh', '');
    }
  });

  it('of a task that asks for e-mail is mailed, unless the receiver chose none', async () => {
    const [standard, none] = [await person(), await person()];
    await choose(none, { next_task: 'none' });
    await notify([standard.id, none.id], { mailed: true });
    await app.platform.mail.sendDue();
    expect([mailOf(standard).length, mailOf(none).length]).toEqual([1, 0]);
  });

  it('is mailed once, also when its event is delivered again', async () => {
    const one = await person();
    await notify([one.id], { mailed: true, onceKey: 'same' });
    await app.platform.mail.sendDue();
    await notify([one.id], { mailed: true, onceKey: 'same' });
    await app.platform.mail.sendDue();
    expect(mailOf(one)).toHaveLength(1);
  });

  it('[S56] names nothing of a secret project, and no contents of others', async () => {
    const one = await person();
    const project = await buildProject(app, { name: '保密大厦', managerId: one.id });
    const reason = '墙体厚度不足';
    const draft = {
      mailed: true,
      projectId: project.id,
      text: { key: 'tasks.notice.rejected', params: { by: '李娜', name: '暗室图', reason } },
    } as const;
    await notify([one.id], draft);
    await app.platform.mail.sendDue();
    const [open] = mailOf(one);
    expect(`${open?.subject} ${open?.text}`).toMatch(/暗室图[\s\S]*保密大厦/);
    expect(`${open?.subject} ${open?.text}`).not.toContain(reason);
    expect(open?.text).toContain(`project_id=${project.id}`);

    await app.platform.db.pool.query(`update project set secret_level = 'secret' where id = $1`, [project.id]);
    await notify([one.id], draft);
    await app.platform.mail.sendDue();
    const secret = mailOf(one)[1];
    expect(`${secret?.subject} ${secret?.text}`).not.toMatch(/暗室图|保密大厦|李娜|墙体|project_id/);
    expect(secret?.subject).toBe('您有一条新通知');
    expect(secret?.text).toContain('https://prdm.example.cn/notice');
  });

  it('[S56] is not mailed to a person who lost the project, left or has no e-mail by then', async () => {
    const [stays, leaves, disabled, blank] = [await person(), await person(), await person(), await person()];
    const project = await buildProject(app, {
      managerId: stays.id,
      members: [leaves, disabled, blank].map(({ id }) => ({ id, roles: ['designer'] })),
    });
    const all = [stays, leaves, disabled, blank];
    await notify(
      all.map(({ id }) => id),
      { mailed: true, projectId: project.id },
    );
    const { pool } = app.platform.db;
    await pool.query('update project_member set removed_at = now() where user_id = $1', [leaves.id]);
    await pool.query(`update staff set status = 'disabled' where user_id = $1`, [disabled.id]);
    await pool.query(`update staff set email = '' where user_id = $1`, [blank.id]);
    await app.platform.mail.sendDue();
    expect(all.map((one) => mailOf(one).length)).toEqual([1, 0, 0, 0]);
    const { rows } = await pool.query('select state, count(*)::int as n from mail group by 1 order by 1');
    expect(rows).toEqual([
      { state: 'dropped', n: 3 },
      { state: 'sent', n: 1 },
    ]);
  });
});

describe('the daily digest', () => {
  let second: { platform: Platform; modules: ReturnType<typeof createModules> };
  beforeAll(() => {
    const platform = createPlatform({
      databaseUrl: app.databaseUrl,
      directUrl: app.databaseUrl,
      dataDir: app.env.DATA_DIR,
      clock: { now: () => time },
      log: createLog('silent'),
      smtpUrl: smtp.url,
    });
    second = { platform, modules: createModules(platform, limitsOf(app.env)) };
  });
  afterAll(() => second.platform.stop());
  const tick = async (): Promise<void> => {
    // Both processes tick. The jobs that wake the sender need a started queue, so one of them enqueues.
    await Promise.all([app.modules.notices.mails.sendDigests(), app.modules.notices.mails.sendDigests()]);
    await Promise.all([app.platform.mail.sendDue(), second.platform.mail.sendDue()]);
  };

  it(
    '[R20] comes once a day: ten ticks make ten mails, each with the notices since the last one',
    { timeout: 180_000 },
    async () => {
      const one = await person();
      await choose(one, { next_task: 'digest', cc: 'none' });
      for (let day = 0; day < 10; day += 1) {
        time = new Date(START.getTime() + day * DAY_MS);
        await notify([one.id]);
        await notify([one.id], { type: 'cc' });
        await tick();
        await notify([one.id], { text: { key: 'tasks.notice.finished', params: { name: `晚到${day}` } } });
        time = new Date(time.getTime() + 60_000);
        await tick();
      }
      const mails = mailOf(one);
      expect(mails).toHaveLength(10);
      expect(mails[0]?.text.match(/^- /gm)).toHaveLength(1);
      expect(mails[1]?.text.match(/^- /gm)).toHaveLength(2);
      expect(mails[1]?.text).toContain('晚到0');
      expect(mails[1]?.subject).toContain('2026-11-25');
    },
  );

  it('[S56] names nothing of a secret project, and leaves out a project that the receiver lost', async () => {
    const one = await person();
    await choose(one, { next_task: 'digest' });
    const secret = await buildProject(app, { name: '保密大厦', managerId: one.id });
    const lost = await buildProject(app, { name: '旧厂房', members: [{ id: one.id, roles: ['designer'] }] });
    const { pool } = app.platform.db;
    await pool.query(`update project set secret_level = 'secret' where id = $1`, [secret.id]);
    const text = { key: 'tasks.notice.published', params: { by: '李娜', name: '暗室图' } } as const;
    await notify([one.id], { projectId: secret.id, text });
    await notify([one.id], { projectId: lost.id });
    await pool.query('update project_member set removed_at = now() where project_id = $1', [lost.id]);
    await tick();
    const [mail] = mailOf(one);
    expect(mail?.text.match(/^- /gm)).toHaveLength(1);
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/暗室图|保密大厦|李娜|旧厂房|project_id/);
  });

  it(
    'lists at most 50 notices and the number of the others, and not those read meanwhile',
    { timeout: 60_000 },
    async () => {
      const one = await person();
      await choose(one, { next_task: 'digest' }, 'en');
      for (let count = 0; count < 53; count += 1) await notify([one.id]);
      const read = vi.spyOn(pg.Client.prototype, 'query');
      await tick();
      const results = await Promise.all(read.mock.results.map(({ value }) => value as Promise<{ rows?: unknown[] }>));
      read.mockRestore();
      expect(Math.max(...results.map((result) => result?.rows?.length ?? 0))).toBe(50);
      expect(mailOf(one)[0]?.text.match(/^- /gm)).toHaveLength(50);
      expect(mailOf(one)[0]?.text).toContain('… and 3 more');
      time = new Date(START.getTime() + DAY_MS);
      await notify([one.id]);
      await app.modules.notices.mails.sendDigests();
      await app.platform.db.pool.query('update notice set read_at = now()');
      await app.platform.mail.sendDue();
      expect(mailOf(one)).toHaveLength(1);
    },
  );
});

describe('the choice', () => {
  it('is stored with a version, and its change is in the action log', async () => {
    const one = await person();
    const token = await choose(one, { review: 'digest' });
    const { data } = await app.call(noticeSettings, {}, { token });
    expect(data).toMatchObject({
      mail: true,
      email: `${one.account}@example.cn`,
      ways: { review: 'digest', cc: 'standard' },
    });
    const stale = { ways: data.ways, language: 'zh', version: 1 };
    expect((await app.call(noticeSettingsEdit, stale, { token })).code).toBe(1009);
    const wrong = { ways: { ...data.ways, cc: 'sometimes' }, language: 'zh', version: data.version };
    expect((await app.call(noticeSettingsEdit, wrong, { token })).code).toBe(1001);
    const log = await app.call(
      actionLogIndex,
      { event: 'notices.settingsChanged', user_id: one.id },
      { token: await app.admin(), lang: 'en' },
    );
    expect(log.data.list[0].changes).toContainEqual({
      field: 'review',
      label: 'Review',
      before: 'Default (if a task asks)',
      after: 'Daily digest',
    });
  });

  it('says when the installation sends no mail, and then no mail waits', async () => {
    const silent = await startApp({ works: false });
    try {
      const one = await buildPerson(silent, { email: 'a@example.cn' });
      const token = await silent.signIn(one.account, PASSWORD);
      expect((await silent.call(noticeSettings, {}, { token })).data).toMatchObject({ mail: false, version: 1 });
      expect(await silent.modules.notices.mails.sendDigests()).toBe(0);
    } finally {
      await silent.stop();
    }
  });
});
