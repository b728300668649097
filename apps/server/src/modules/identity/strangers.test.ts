import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '@prdm/contract';
import { getUserSetting } from '@prdm/contract/identity';
import { info } from '@prdm/contract/me';
import { buildPerson, PASSWORD } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ works: false, env: { TITLE: '设计院任务管理平台' } });
});
afterAll(() => app.stop());

describe('a caller without a session', () => {
  it('[API-015] reads title, languages, single sign-on state and password bounds', async () => {
    const { code, data } = await app.call(getUserSetting, {});
    expect(code).toBe(0);
    expect(data).toEqual({
      title: '设计院任务管理平台',
      logo: '',
      base: '',
      languages: ['zh', 'en', 'tw'],
      sso: { enabled: false, url: '' },
      auto_login: true,
      password_length_min: 6,
      password_length_max: 18,
      recovery: { by_mail: false, phone: '', email: '' },
    });
  });

  it('[ER-007] [ER-020] every call that needs a token answers an expired one with code 5 and the message of the timeout', async () => {
    const { account } = await buildPerson(app);
    const token = await app.signIn(account, PASSWORD);
    expect((await app.call(info, {}, { token })).code).toBe(0);
    await app.platform.db.pool.query(`update session set expires_at = now() - interval '1 second'`);
    expect(await app.call(info, {}, { token })).toMatchObject({ code: 5, msg: '登录超时，请重新登录' });
    const closed = registry.filter(({ access, method }) => access !== 'public' && method !== 'HEAD');
    expect(closed.length).toBeGreaterThan(50);
    for (const { method, path } of closed) {
      const url = path.replaceAll(/:\w+/g, 'x');
      const answer = await app.app.inject({ method, url, headers: { 'x-token': token, 'accept-language': 'en' } });
      expect(answer.json(), path).toMatchObject({ code: 5, msg: 'Sign-in timed out, please sign in again' });
    }
  });
});
