import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendCode } from '@prdm/contract/identity/recovery';
import { buildPerson } from '../../../testing/worlds/builders.ts';
import { startMailServer, type MailServer } from '../../../testing/servers/mail-server.ts';
import { startApp } from '../../../testing/servers/start-app.ts';
import { comparePairs, sayCompared } from '../../../testing/timing.ts';

/* Programs of their own: one without other mails at the same time, one without a mail server. */
let smtp: MailServer;
beforeAll(async () => {
  smtp = await startMailServer();
}, 60_000);
afterAll(() => smtp.down());

it('known and unknown addresses get their answer in equal time', async () => {
  const quiet = await startApp({ works: false, env: { SMTP_URL: smtp.url } });
  try {
    const PAIRS = 60;
    for (let pair = -5; pair < PAIRS; pair += 1) await buildPerson(quiet, { email: `known${pair}@example.cn` });
    const send = (kind: string) => async (pair: number) => {
      const email = `${kind}${pair}@example.cn`;
      expect((await quiet.call(sendCode, { email, type: 'forget' }, { ip: `10.9.${pair % 2}.9` })).code).toBe(0);
    };
    for (let pair = -5; pair < 0; pair += 1) for (const kind of ['known', 'other']) await send(kind)(pair);
    const compared = await comparePairs(PAIRS, send('known'), send('other'));
    sayCompared('a code for a known and for an unknown address', compared);
    expect(compared.apart).toBeLessThanOrEqual(compared.fifth);
  } finally {
    await quiet.stop();
  }
}, 120_000);

describe('without SMTP_URL', () => {
  it('no code is sent, and the call says why', async () => {
    const silent = await startApp({ works: false });
    try {
      const person = await buildPerson(silent, { email: 'a@example.cn' });
      for (const email of ['a@example.cn', 'b@example.cn'])
        expect(await silent.call(sendCode, { email, type: 'forget' })).toMatchObject({
          code: 1008,
          msg: '本系统未配置邮件服务，无法发送验证码',
        });
      expect(
        (await silent.platform.db.pool.query('select 1 from mail union all select 1 from verify_code')).rowCount,
      ).toBe(0);
      expect(person.id).toBeGreaterThan(0);
    } finally {
      await silent.stop();
    }
  });
});
