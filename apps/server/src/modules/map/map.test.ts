import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logout } from '@prdm/contract/identity';
import { mapSearch, mapSetting } from '@prdm/contract/map/map';
import { buildPerson, PASSWORD } from '../../testing/worlds/builders.ts';
import { AMAP_KEY, SECURITY_CODE, startMapServices, type MapServices } from '../../testing/servers/map-services.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { REQUESTS_A_MINUTE } from './allowance.ts';
import { writeTicket } from './amap/ticket.ts';

let services: MapServices;
let amap: TestApp;
let tiles: TestApp;
let none: TestApp;
let late = 0;

beforeAll(async () => {
  services = await startMapServices();
  amap = await startApp({
    works: false,
    clock: { now: () => new Date(Date.now() + late) },
    env: { AMAP_KEY, AMAP_SECURITY_CODE: SECURITY_CODE, AMAP_CITY: '330100', AMAP_SERVICE_URL: services.address },
  });
  tiles = await startApp({
    works: false,
    clock: { now: () => new Date(Date.now() + late) },
    env: {
      MAP_TILE_URL: `${services.address}/{z}/{x}/{y}.png`,
      MAP_SEARCH_URL: `${services.address}/search?format=jsonv2&q={word}`,
    },
  });
  none = await startApp({ works: false });
}, 120_000);
afterAll(async () => {
  await Promise.all([amap.stop(), tiles.stop(), none.stop(), services.stop()]);
});

const newcomer = async (app: TestApp) => {
  const { account } = await buildPerson(app);
  return app.signIn(account, PASSWORD);
};
const settingOf = async (app: TestApp, token: string) => (await app.call(mapSetting, {}, { token })).data;
const ask = (address: string) => fetch(amap.address + address, { redirect: 'manual' });
const policyOf = async (app: TestApp) => (await fetch(`${app.address}/home`)).headers.get('content-security-policy');

describe('[API-059] the setting of the map', () => {
  it('names the key and a proxy address to a signed-in user, and never the security code', async () => {
    const token = await newcomer(amap);
    const setting = await settingOf(amap, token);
    expect(setting).toMatchObject({ provider: 'amap', zoom: 18, amap: { key: AMAP_KEY, city: '330100' }, tiles: null });
    expect(setting.centre).toEqual({ lng: 120.1551, lat: 30.2741, datum: 'gcj02' });
    expect(JSON.stringify(setting)).not.toContain(SECURITY_CODE);
    expect(await amap.call(mapSetting, {}, {})).toMatchObject({ code: 5 });
    expect(await settingOf(tiles, await newcomer(tiles))).toMatchObject({
      provider: 'tiles',
      amap: null,
      tiles: { url: `${services.address}/{z}/{x}/{y}.png`, datum: 'wgs84', searches: true },
    });
    expect(await settingOf(none, await newcomer(none))).toMatchObject({ provider: 'none', amap: null, tiles: null });
  });

  it('opens hosts in the policy of pages only when configured', async () => {
    const [ofAmap, ofTiles, ofNone] = await Promise.all([amap, tiles, none].map(policyOf));
    expect(ofAmap).toContain("script-src 'self' https://webapi.amap.com https://jsapi.amap.com;");
    expect(ofTiles).toContain(`img-src 'self' data: blob: ${services.address};`);
    expect(ofTiles).toContain("script-src 'self';");
    expect(ofNone).not.toMatch(/https?:/);
  });
});

describe('the proxy of AMap', () => {
  it('passes a listed path with code and city, and none of the headers of the reader', async () => {
    const { service_path } = (await settingOf(amap, await newcomer(amap))).amap ?? {};
    const since = services.seen.length;
    const answer = await fetch(`${amap.address}${service_path}/v3/assistant/inputtips?keywords=x&callback=jsonp_1_2_`, {
      headers: { cookie: 'a=b', referer: 'http://x/', 'x-token': 'secret', authorization: 'Bearer x' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/javascript');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).toMatch(/^jsonp_1_2_\(/);
    expect(services.seen.slice(since)).toEqual([
      `/v3/assistant/inputtips?keywords=x&callback=jsonp_1_2_&key=${AMAP_KEY}&jscode=${SECURITY_CODE}&city=330100&citylimit=true`,
    ]);
    for (const name of ['cookie', 'referer', 'x-token', 'authorization']) expect(services.headers).not.toContain(name);
  });

  it('[S50] refuses other paths, methods and callbacks without asking anyone', async () => {
    const { service_path: path = '' } = (await settingOf(amap, await newcomer(amap))).amap ?? {};
    const since = services.seen.length;
    for (const other of [
      '/v3/direction/driving',
      '/v3/geocode/geo/x',
      '//evil.example/',
      '/http://127.0.0.1:1/',
      '/v3/geocode/geo?callback=alert',
    ])
      expect((await ask(path + other)).status, other).toBe(404);
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await fetch(`${amap.address}${path}/v3/geocode/geo`, { method })).status).not.toBe(200);
    expect(services.seen.slice(since)).toEqual([]);
  });

  it('[S50] does not follow a redirect and does not pass on a page', async () => {
    const { service_path: path = '' } = (await settingOf(amap, await newcomer(amap))).amap ?? {};
    for (const listed of ['/v3/vectormap', '/v4/map/styles']) {
      const answer = await ask(path + listed);
      expect(answer.status).toBe(422);
      expect(answer.headers.get('location')).toBeNull();
      expect(await answer.json()).toMatchObject({ code: 1008 });
    }
  });

  it('refuses a forged ticket, an expired one and that of an ended session', async () => {
    const token = await newcomer(amap);
    const { service_path: path = '' } = (await settingOf(amap, token)).amap ?? {};
    const geo = '/v3/geocode/geo?address=x';
    expect((await ask(path + geo)).status).toBe(200);
    const since = services.seen.length;
    const forged = writeTicket('othercode', { enterpriseId: 1, userId: 1, sessionId: 1, until: 9_999_999_999 });
    for (const bad of [`/_AMapService/${forged}`, `${path}x`, '/_AMapService/x'])
      expect((await ask(bad + geo)).status).toBe(410);
    late = 61 * 60_000;
    expect((await ask(path + geo)).status).toBe(410);
    late = 59 * 60_000;
    expect((await ask(path + geo)).status).toBe(200);
    late = 0;
    await amap.call(logout, {}, { token });
    expect((await ask(path + geo)).status).toBe(401);
    expect(services.seen.slice(since)).toHaveLength(1);
  });

  it('answers a person 300 times a minute, in all sessions together, and others on', async () => {
    const { account } = await buildPerson(amap);
    const [first, second] = [await amap.signIn(account, PASSWORD), await amap.signIn(account, PASSWORD)];
    const pathOf = async (token: string) => (await settingOf(amap, token)).amap?.service_path ?? '';
    const [path, ofSecond, ofOther] = [await pathOf(first), await pathOf(second), await pathOf(await newcomer(amap))];
    const geo = '/v3/geocode/geo?address=x';
    // The minute of the program begins, so that all requests fall into one.
    late = 60_000 - (Date.now() % 60_000);
    const since = services.seen.length;
    const statuses = await Promise.all(
      Array.from(
        { length: REQUESTS_A_MINUTE + 20 },
        async (_, n) => (await ask((n % 2 ? path : ofSecond) + geo)).status,
      ),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(REQUESTS_A_MINUTE);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    expect(services.seen.slice(since)).toHaveLength(REQUESTS_A_MINUTE);
    expect(await (await ask(path + geo)).json()).toMatchObject({ code: 1007 });
    expect((await ask(ofOther + geo)).status).toBe(200);
    late += 60_000;
    expect((await ask(path + geo)).status).toBe(200);
    late = 0;
  });

  it('does not exist without AMap', async () => {
    const answer = await fetch(`${none.address}/_AMapService/x/v3/geocode/geo`, { method: 'POST' });
    expect(answer.status).toBe(404);
  });
});

describe('the search beside tiles', () => {
  it('answers the places of the configured service', async () => {
    const token = await newcomer(tiles);
    const { data } = await tiles.call(mapSearch, { word: '雷峰塔' }, { token });
    const tower = { name: '雷峰塔', address: '雷峰塔, 南山路, 杭州市', lng: 120.1446, lat: 30.2337 };
    expect(data).toEqual({ list: [tower], total: 1, datum: 'wgs84' });
    expect((await tiles.call(mapSearch, { word: 'nothing' }, { token })).data.list).toEqual([]);
    expect(services.seen.at(-1)).toBe('/search?format=jsonv2&q=nothing');
  });

  it('answers a person 300 searches a minute', async () => {
    const token = await newcomer(tiles);
    late = 60_000 - (Date.now() % 60_000);
    const asked = Array.from({ length: REQUESTS_A_MINUTE + 5 }, () =>
      tiles.call(mapSearch, { word: 'nothing' }, { token }),
    );
    const codes = (await Promise.all(asked)).map(({ code }) => code);
    late = 0;
    expect(codes.filter((code) => code === 1007)).toHaveLength(5);
    expect(codes.filter((code) => code === 0)).toHaveLength(REQUESTS_A_MINUTE);
  });

  it('[S50] follows no redirect, reads no page, and is refused where none is configured', async () => {
    const token = await newcomer(tiles);
    const since = services.seen.length;
    expect(await tiles.call(mapSearch, { word: 'away' }, { token })).toMatchObject({ code: 1008 });
    expect(await tiles.call(mapSearch, { word: 'broken' }, { token })).toMatchObject({ code: 1008 });
    expect(services.seen.slice(since)).toHaveLength(2);
    for (const app of [amap, none])
      expect(await app.call(mapSearch, { word: 'x' }, { token: await newcomer(app) })).toMatchObject({ code: 1008 });
    expect(await tiles.call(mapSearch, { word: '' }, { token })).toMatchObject({ code: 1001, data: { field: 'word' } });
    expect(await tiles.call(mapSearch, { word: 'x' }, {})).toMatchObject({ code: 5 });
  });
});
