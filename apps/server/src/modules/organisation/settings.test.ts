import { afterAll, beforeAll, expect, it } from 'vitest';
import { getKeyIv } from '@prdm/contract/identity';
import { userSetting } from '@prdm/contract/me';
import { enterpriseInfo } from '@prdm/contract/organisation/enterprise';
import { doSetting } from '@prdm/contract/staff';
import { theEnterprise } from '../../testing/worlds/builders.ts';
import { encryptTransfer } from '../../testing/worlds/calls.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

let app: TestApp;
let admin: string;
let enterprise_id: number;

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  enterprise_id = await theEnterprise(app);
});
afterAll(() => app.stop());

const versionNow = async (): Promise<number> => (await app.call(enterpriseInfo, {}, { token: admin })).data.version;
const boundsNow = async () => (await app.call(userSetting, { name: 'base_setting' }, { token: admin })).data;
async function write(password_length_min: number, version?: number) {
  const { key, iv, kid } = (await app.call(getKeyIv, {})).data;
  const setting = { enterprise_id, password_length_min, password_length_max: 24, version };
  const payload = encryptTransfer(JSON.stringify(setting), key, iv);
  return app.call(doSetting, { name: 'base_setting', payload, kid }, { token: admin });
}

it('of two edits of the same version, the second answers 1009 and changes nothing', async () => {
  const seen = await versionNow();
  expect(await write(8, seen)).toMatchObject({ code: 0 });
  expect(await write(9, seen)).toMatchObject({ code: 1009 });
  expect(await boundsNow()).toMatchObject({ password_length_min: 8 });
  expect(await write(9, await versionNow())).toMatchObject({ code: 0 });
  expect(await boundsNow()).toMatchObject({ password_length_min: 9 });
});

it('a client that sends no version writes unconditionally, as the specification says', async () => {
  const before = await versionNow();
  expect(await write(10)).toMatchObject({ code: 0 });
  expect(await boundsNow()).toMatchObject({ password_length_min: 10 });
  expect(await versionNow()).toBe(before + 1);
});
