import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uploadImage } from '@prdm/contract/files/multipart';
import { mapSearch, mapSetting } from '@prdm/contract/map/map';
import { updateField } from '@prdm/contract/me';
import { enterpriseEdit, enterpriseInfo } from '@prdm/contract/organisation/enterprise';
import { add as projectAdd, edit as projectEdit } from '@prdm/contract/projects';
import { ADMIN } from '../servers/start-app.ts';
import { AMAP_KEY, SECURITY_CODE } from '../servers/map-services.ts';
import { callAt, signInAt, startTwo, type TwoServers, type WireAnswer } from '../servers/start-two.ts';
import { buildPerson } from '../worlds/builders.ts';
import { sendForm } from '../worlds/forms.ts';
import { pngOf } from '../worlds/pictures.ts';
import { projectForm } from '../worlds/project-form.ts';

/*
 * Safety S50 over HTTP on two processes: no address that a person sends is fetched. A trap inside the network counts
 * every connection.
 */
let two: TwoServers;
let trap: Server;
let port: number;
let token: string;
let caught = 0;
beforeAll(async () => {
  trap = createServer((_request, response) => response.end('inside'));
  trap.on('connection', () => (caught += 1));
  trap.listen(0, '0.0.0.0');
  await once(trap, 'listening');
  port = (trap.address() as AddressInfo).port;
  two = await startTwo({ AMAP_KEY, AMAP_SECURITY_CODE: SECURITY_CODE, AMAP_SERVICE_URL: 'http://127.0.0.1:9' });
  token = await signInAt(two.addresses[0], ADMIN.account, ADMIN.password);
}, 120_000);
afterAll(async () => {
  await two.stop();
  trap.close();
}, 60_000);

const hosts = (): string[] =>
  ['127.0.0.1', '127.1', '0x7f000001', '2130706433', '0177.0.0.1', '0.0.0.0', 'localhost', '[::ffff:127.0.0.1]'].map(
    (host) => `http://${host}:${port}/x.png`,
  );
const others = (): string[] => [
  `//127.0.0.1:${port}/x.png`,
  `http://127.0.0.1.nip.io:${port}/x.png`,
  `http://user@127.0.0.1:${port}/x.png`,
  `/apis/pub/image?key=@127.0.0.1:${port}`,
  'file:///etc/passwd',
  `gopher://127.0.0.1:${port}/_x`,
];

it('[S50] the trap catches a fetch', async () => {
  await fetch(`http://127.0.0.1:${port}/x.png`);
  expect(caught).toBe(1);
  caught = 0;
});

it('[S50] addresses for portrait, cover, logo and replaced picture are refused and fetched by no process', async () => {
  const { id } = await buildPerson(two);
  const form = await projectForm(two, id);
  const { data: project } = await callAt(two.addresses[0], projectAdd, form, token);
  const { manager_id: _manager, ...sheet } = form;
  const wrong: unknown[] = [];
  for (const [turn, address] of [...hosts(), ...others()].entries()) {
    const at = two.addresses[turn % 2] as string;
    const { version } = (await callAt(at, enterpriseInfo, {}, token)).data;
    const replaced = await sendForm(`${at}${uploadImage.path}`, token, [
      ['uploadUrl', address],
      ['file', { bytes: pngOf(8, 8, [1, 2, 3]), name: 'a.png', type: 'image/png' }],
    ]);
    const answers: Record<string, Pick<WireAnswer, 'code' | 'data'>> = {
      portrait: await callAt(at, updateField, { field: 'avatar', value: address }, token),
      cover: await callAt(at, projectEdit, { ...sheet, project_id: project.id, version: 1, thumb: address }, token),
      'new cover': await callAt(at, projectAdd, { ...form, thumb: address }, token),
      logo: await callAt(at, enterpriseEdit, { version, logo: address }, token),
      replaced,
    };
    for (const [what, { code }] of Object.entries(answers))
      if (code !== 1001 && code !== 1005) wrong.push([what, address, code]);
  }
  expect(wrong).toEqual([]);
  expect(caught).toBe(0);
  expect((await two.platform.db.pool.query('select from image')).rowCount).toBe(0);
});

it('[S50] links are kept for the browser and fetched by no process', async () => {
  for (const [turn, address] of hosts().entries()) {
    const at = two.addresses[turn % 2] as string;
    const { version } = (await callAt(at, enterpriseInfo, {}, token)).data;
    const links = { oa_url: address, review_url: address, help_url: address };
    expect([0, 1001]).toContain((await callAt(at, enterpriseEdit, { version, ...links }, token)).code);
  }
  expect(caught).toBe(0);
});

it('[S50] the proxy of the map reaches no host that the browser names', async () => {
  for (const at of two.addresses) {
    const { amap } = (await callAt(at, mapSetting, {}, token)).data;
    const base = `${at}${amap?.service_path}`;
    for (const path of [
      `/http://127.0.0.1:${port}/`,
      `//127.0.0.1:${port}/`,
      `/v3/geocode/geo@127.0.0.1:${port}`,
      `/v3/geocode/geo?key=x&host=127.0.0.1:${port}&url=http://127.0.0.1:${port}/`,
      `/%2f%2f127.0.0.1:${port}/v3/geocode/geo`,
      `/v3/geocode/..%2f..%2f@127.0.0.1:${port}`,
    ])
      expect([404, 422, 400]).toContain((await fetch(base + path)).status);
    expect(await callAt(at, mapSearch, { word: `http://127.0.0.1:${port}/` }, token)).toMatchObject({ code: 1008 });
  }
  expect(caught).toBe(0);
});
