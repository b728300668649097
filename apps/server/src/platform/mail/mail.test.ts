import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { sendCode, sendVerify } from '@prdm/contract/identity/recovery';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { buildPerson } from '../../testing/worlds/builders.ts';
import { startMailServer, type MailServer } from '../../testing/servers/mail-server.ts';
import { smtpOf, smtpProblem } from './smtp.ts';
import type { MailDraft } from './mail.ts';

/* Mails against a real SMTP server. The clock of the program is the test's. */
const START = new Date('2026-11-24T08:00:00Z');
let time = START;
const lines: { level: number; mail: number; msg: string }[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const statuses: Record<string, number> = {};
let smtp: MailServer;
let app: TestApp;

beforeAll(async () => {
  smtp = await startMailServer((to) => statuses[to]);
  app = await startApp({ works: false, clock: { now: () => time }, env: { SMTP_URL: smtp.url }, log });
}, 60_000);
afterAll(async () => {
  await app.stop();
  await smtp.down();
});
beforeEach(async () => {
  time = START;
  lines.length = 0;
  smtp.received.length = 0;
  await app.platform.db.pool.query('truncate mail');
});

const minutes = (count: number): Date => new Date(START.getTime() + count * 60_000);
const enqueue = (draft: Partial<MailDraft> & { key: string }) =>
  app.platform.db.transaction((trx) =>
    app.platform.mail.enqueue(trx, { to: 'li@example.cn', subject: '主题', text: '正文', ...draft }),
  );
const passTo = async (minute: number): Promise<void> => {
  time = minutes(minute);
  await app.platform.mail.sendDue();
};
/** The address of the mail of a minute. */
const addressOf = ({ from }: { from: number }) => `u${from}@example.cn`;
/** Two senders at once, as two processes run them. */
const sendTwice = () => Promise.all([app.platform.mail.sendDue(), app.platform.mail.sendDue()]);
const rows = async () =>
  (await app.platform.db.pool.query('select key, state, attempts, body from mail order by id')).rows as {
    key: string;
    state: string;
    attempts: number;
    body: string;
  }[];

describe('a mail', () => {
  it('is sent once for its key, with its text, and then stores its text no longer', async () => {
    await enqueue({ key: 'one', subject: '验证码 — Ünïcode', text: '第一行\n第二行 = 100 %' });
    await enqueue({ key: 'one' });
    await passTo(0);
    await passTo(60);
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]).toMatchObject({
      from: 'prdm@institute.example',
      to: ['li@example.cn'],
      subject: '验证码 — Ünïcode',
    });
    expect(smtp.received[0]?.text.trim()).toBe('第一行\n第二行 = 100 %');
    expect(await rows()).toEqual([{ key: 'one', state: 'sent', attempts: 1, body: '' }]);
  });

  it('is stored with its change or not at all', async () => {
    const failing = app.platform.db.transaction(async (trx) => {
      await app.platform.mail.enqueue(trx, { key: 'lost', to: 'li@example.cn', subject: 'x', text: 'x' });
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    await passTo(0);
    expect(smtp.received).toEqual([]);
  });

  it('goes to one recipient, whatever characters the address has', async () => {
    await enqueue({ key: 'comma', to: 'a@example.cn,b@example.cn' });
    await passTo(0);
    expect(smtp.received.flatMap(({ to }) => to)).not.toContain('b@example.cn');
  });

  it('is accepted once when several processes send at the same time', async () => {
    for (let n = 0; n < 20; n += 1) await enqueue({ key: `parallel ${n}` });
    await Promise.all(Array.from({ length: 6 }, () => app.platform.mail.sendDue()));
    expect(smtp.received).toHaveLength(20);
    expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(20);
  });

  it('is sent again with the same Message-ID when its process died while sending', async () => {
    await enqueue({ key: 'died' });
    await app.platform.db.pool.query(`update mail set state = 'sending', attempts = 1, lease_until = $1`, [minutes(3)]);
    await passTo(2);
    expect(smtp.received).toEqual([]);
    await passTo(3);
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });
});

describe('a mail server that is down', () => {
  it('gets a mail after 1, 5 and 30 minutes, and then the mail is given up and logged', async () => {
    await smtp.down();
    try {
      await enqueue({ key: 'stubborn' });
      const tried: number[] = [];
      for (let minute = 0; minute <= 60; minute += 1) {
        const before = (await rows())[0]?.attempts;
        await passTo(minute);
        if ((await rows())[0]?.attempts !== before) tried.push(minute);
      }
      expect(tried).toEqual([0, 1, 6, 36]);
      expect(await rows()).toEqual([{ key: 'stubborn', state: 'failed', attempts: 4, body: '' }]);
      expect(lines.filter(({ level }) => level === 50)).toHaveLength(1);
    } finally {
      await smtp.up();
    }
  });

  it('for ten minutes costs no mail whose code still lives; the others are dropped and logged', async () => {
    // A mail of each half minute of the outage. Every third one lives only three minutes.
    const drafts = Array.from({ length: 20 }, (_, n) => ({ from: n / 2, until: n / 2 + (n % 3 === 0 ? 3 : 10) }));
    await smtp.down();
    for (const draft of drafts) {
      time = minutes(draft.from);
      await enqueue({ key: `code ${draft.from}`, to: addressOf(draft), expires_at: minutes(draft.until) });
      await sendTwice();
    }
    await smtp.up();
    const acceptedAt = new Map<string, number>();
    for (let minute = 10; minute <= 45; minute += 0.5) {
      time = minutes(minute);
      await sendTwice();
      for (const { to } of smtp.received) for (const one of to) acceptedAt.set(one, acceptedAt.get(one) ?? minute);
    }
    const [alive, dead] = [drafts.filter(({ until }) => until > 10), drafts.filter(({ until }) => until <= 10)];
    expect([alive.length, dead.length]).toEqual([15, 5]);
    // Once each, although two senders run at a time, and while the code lives.
    expect(smtp.received.flatMap(({ to }) => to).toSorted()).toEqual(alive.map(addressOf).toSorted());
    expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(alive.length);
    for (const draft of alive) expect(acceptedAt.get(addressOf(draft)), addressOf(draft)).toBeLessThan(draft.until);
    const dropped = (await rows()).filter(({ state }) => state === 'dropped');
    expect(dropped.map(({ key }) => key).toSorted()).toEqual(dead.map(({ from }) => `code ${from}`).toSorted());
    expect((await rows()).filter(({ state, body }) => body !== '' || !['sent', 'dropped'].includes(state))).toEqual([]);
    expect(lines.filter(({ msg }) => msg.includes('dropped'))).toHaveLength(dead.length);
    expect(JSON.stringify(lines)).not.toMatch(/example\.cn|正文/);
  });

  it('for ten minutes still gets every code that people request, and each code that arrives works', async () => {
    const people = Array.from({ length: 10 }, (_, n) => ({ email: `asks${n}@example.cn`, ip: `10.7.0.${n}`, at: n }));
    for (const { email } of people) await buildPerson(app, { email });
    await smtp.down();
    for (const { email, ip, at } of people) {
      time = minutes(at);
      expect(await app.call(sendCode, { email, type: 'forget' }, { ip })).toMatchObject({ code: 0 });
      await sendTwice();
    }
    await smtp.up();
    for (let minute = 10; minute <= 30; minute += 1) await passTo(minute);
    // The code of minute 0 died in the moment in which the server came back.
    const expected = people.slice(1);
    expect(smtp.received.flatMap(({ to }) => to).toSorted()).toEqual(expected.map(({ email }) => email).toSorted());
    expect(lines.filter(({ msg }) => msg.includes('dropped'))).toHaveLength(1);
    for (const { email, ip } of expected) {
      const { text } = await smtp.arrived(email);
      const code = /\b\d{6}\b/.exec(text)?.[0] ?? '';
      expect(await app.call(sendVerify, { email, code }, { ip }), email).toMatchObject({ code: 0 });
    }
  });
});

describe('a mail server that refuses', () => {
  it('a recipient for good ends the mail at once', async () => {
    statuses['gone@example.cn'] = 550;
    await enqueue({ key: 'gone', to: 'gone@example.cn' });
    await passTo(0);
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 1 }]);
  });

  it('a recipient for now gets the mail later, and other mails do not hurry it', async () => {
    statuses['slow@example.cn'] = 451;
    await enqueue({ key: 'slow', to: 'slow@example.cn' });
    await passTo(0);
    delete statuses['slow@example.cn'];
    await enqueue({ key: 'other' });
    await passTo(0);
    expect(smtp.received.flatMap(({ to }) => to)).toEqual(['li@example.cn']);
    await passTo(1);
    expect(smtp.received.flatMap(({ to }) => to)).toEqual(['li@example.cn', 'slow@example.cn']);
  });
});

describe('SMTP_URL', () => {
  it('gives server, sign-in and sender', () => {
    expect(smtpOf('smtps://mail%40a.cn:p%3Aw@smtp.a.cn')).toEqual({
      host: 'smtp.a.cn',
      port: 465,
      secure: true,
      auth: { user: 'mail@a.cn', pass: 'p:w' },
      from: 'mail@a.cn',
    });
    expect(smtpOf('smtp://relay:2525?from=PRDM%20%3Cprdm%40a.cn%3E')).toMatchObject({
      port: 2525,
      secure: false,
      auth: null,
      from: 'PRDM <prdm@a.cn>',
    });
  });

  it.each([
    ['http://relay', 'smtp:// or smtps://'],
    ['smtp://relay:25', 'must name the sender'],
    ['smtp://user:pw@relay', 'must name the sender'],
    ['smtp://relay?from=a%40b.cn&pool=1', 'unknown option'],
    ['smtp://relay?from=a%0D%0ABcc:c%40b.cn', 'must name the sender'],
    ['smtp://u%:p@relay', 'percent sign'],
  ])('%s is refused', (value, problem) => expect(smtpProblem(value)).toContain(problem));
  it('is accepted with a sender', () => expect(smtpProblem('smtp://relay?from=a%40b.cn')).toBeNull());
});
