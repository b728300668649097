import type { Browser, Locator, Page } from '@playwright/test';
import { coordinatesIn } from '@prdm/contract/map/places';
import { info } from '@prdm/contract/projects';
import {
  AMAP_KEY,
  SECURITY_CODE,
  startMapServices,
  type MapServices,
} from '../apps/server/src/testing/servers/map-services.ts';
import { Api } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { FAKE_AMAP } from './support/fake-amap.ts';
import { buildProject } from './support/furnish.ts';
import { dialog } from './support/screens.ts';
import { startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

interface Desk {
  readonly page: Page;
  readonly admin: Api;
  readonly projectId: number;
  readonly address: string;
  /** Hosts that the page asked. */
  readonly hosts: Set<string>;
  readonly scripts: string[];
}

/** Ends of the programs and windows of a test, also of one that failed. */
const opened: (() => Promise<void>)[] = [];

/** A program with these settings, and the sheet of a project in a browser. */
async function openSheet(browser: Browser, env: Record<string, string>): Promise<Desk> {
  const server = await startServer(env);
  opened.push(server.stop);
  const admin = await Api.admin(server.address);
  const { id: managerId } = await admin.addPerson({ account: 'map.one', name: '图一' });
  const { id: projectId } = await buildProject(admin, { name: '地图项目', managerId });
  const context = await browser.newContext({
    baseURL: server.address,
    viewport: { width: 1440, height: 1000 },
    storageState: {
      cookies: [],
      origins: [{ origin: server.address, localStorage: [{ name: 'token', value: admin.token }] }],
    },
  });
  opened.push(() => context.close());
  const hosts = new Set<string>();
  const scripts: string[] = [];
  context.on('request', (request) => {
    if (!/^https?:/.test(request.url())) return;
    hosts.add(new URL(request.url()).host);
    if (request.url().includes('webapi.amap.com')) scripts.push(request.url());
  });
  await context.route('https://webapi.amap.com/**', (route) =>
    route.fulfill({ contentType: 'application/javascript', body: FAKE_AMAP }),
  );
  const page = await context.newPage();
  await page.goto(`/project/detail?id=${projectId}&tab=settings`);
  await page.getByRole('button', { name: '在地图上选择' }).click();
  return { page, admin, projectId, address: server.address, hosts, scripts };
}

const chosen = (box: Locator) => box.getByRole('region', { name: '已选位置' });
const pane = (box: Locator) => box.getByRole('group', { name: '地图' });
const confirm = (box: Locator) => box.getByRole('button', { name: '确定' }).click();
const host = (address: string) => new URL(address).host;

async function shownAt(box: Locator): Promise<{ lng: number; lat: number }> {
  const text = (await chosen(box).locator('dd').first().textContent()) ?? '';
  const found = coordinatesIn(text.trim());
  if (found === null) throw new Error(`no position in ${text}`);
  return found;
}

async function drag(page: Page, marker: Locator, x: number, y: number): Promise<void> {
  const from = await marker.boundingBox();
  if (from === null) throw new Error('the marker is not shown');
  const [left, top] = [from.x + from.width / 2, from.y + from.height / 2];
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(left + x / 2, top + y / 2, { steps: 4 });
  await page.mouse.move(left + x, top + y, { steps: 4 });
  await page.mouse.up();
}

/** Confirms, saves the sheet and returns the stored place. */
async function save({ page, admin, projectId }: Desk, box: Locator) {
  await confirm(box);
  await expect(box).toHaveCount(0);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('button', { name: '查看地图' })).toBeVisible();
  const { location, datum, address } = await admin.call(info, { project_id: projectId });
  return { location, datum, address };
}

let services: MapServices;
test.beforeAll(async () => {
  services = await startMapServices();
});
test.afterEach(async () => {
  for (const end of opened.splice(0).toReversed()) await end();
});
test.afterAll(() => services.stop());

test('[SH-021] [SH-022] [VA-027] [LI-014] [API-059] [API-061] AMap: search, click, drag, confirm and show', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const desk = await openSheet(browser, {
    AMAP_KEY,
    AMAP_SECURITY_CODE: SECURITY_CODE,
    AMAP_CITY: '330100',
    AMAP_SERVICE_URL: services.address,
  });
  const { page } = desk;
  const box = dialog(page, '选择位置');
  await expect(pane(box)).toHaveAttribute('data-centre', '120.1551,30.2741');
  await expect(pane(box)).toHaveAttribute('data-zoom', '18');
  await expect(pane(box)).toHaveAttribute('data-mode', '2D');
  expect(new URL(desk.scripts[0] ?? '').searchParams.get('key')).toBe(AMAP_KEY);
  await expect.poll(async () => (await box.boundingBox())?.width).toBe(1000);
  await expect(chosen(box)).toBeVisible();
  await expectAccessible(page, 'map dialog');

  await confirm(box);
  await expect(box.getByRole('alert')).toHaveText('请在地图上选择位置');
  await box.getByLabel('详细地址').pressSequentially('3');
  await expect(box.getByRole('alert')).toHaveText('请先在地图上选择位置，再填写详细地址');
  await expect(box.getByLabel('详细地址')).toHaveValue('');

  await box.getByRole('combobox').fill('西湖');
  const tip = box.getByRole('option', { name: /西湖文化广场/ });
  await expect(tip).toBeVisible();
  await expectAccessible(page, 'map dialog, results');
  await tip.click();
  await expect(pane(box)).toHaveAttribute('data-centre', '120.163,30.281');
  await expect(chosen(box)).toContainText('杭州市拱墅区中山北路581号西湖文化广场');
  // The server adds code and city; the browser's own city does not count.
  const tips = new URL(services.seen.find((path) => path.startsWith('/v3/assistant/inputtips')) ?? '/', 'http://x');
  expect(Object.fromEntries(tips.searchParams)).toMatchObject({
    jscode: SECURITY_CODE,
    city: '330100',
    citylimit: 'true',
  });

  await pane(box).click({ position: { x: 100, y: 100 } });
  await expect.poll(async () => (await shownAt(box)).lng).toBeLessThan(120.163);
  const clicked = await shownAt(box);
  await drag(page, pane(box).locator('.fake-marker'), 50, -40);
  await expect.poll(async () => (await shownAt(box)).lng).toBeCloseTo(clicked.lng + 0.0005, 5);
  const dragged = await shownAt(box);
  expect(dragged.lat).toBeCloseTo(clicked.lat + 0.0004, 5);
  await expect(chosen(box)).toContainText(`浙江省杭州市${dragged.lng},${dragged.lat}`);
  await box.getByLabel('详细地址').fill('3F');
  const stored = await save(desk, box);
  const location = `${dragged.lng},${dragged.lat}`;
  expect(stored).toEqual({ location, datum: 'gcj02', address: `浙江省杭州市${location}3F` });

  await page.getByRole('button', { name: '查看地图' }).click();
  const view = dialog(page, '查看位置');
  await expect(pane(view)).toHaveAttribute('data-centre', location);
  await expect(view.getByRole('combobox')).toHaveCount(0);
  await expect(view.getByRole('button', { name: '确定' })).toHaveCount(0);
  await pane(view).click({ position: { x: 100, y: 100 } });
  expect(await shownAt(view)).toEqual(dragged);
  await view.getByRole('button', { name: '关闭' }).click();
  await expect(view).toHaveCount(0);
  expect(await page.content()).not.toContain(SECURITY_CODE);
  expect([...desk.hosts].toSorted()).toEqual([host(desk.address), 'webapi.amap.com'].toSorted());
});

test('[SH-021] tiles: a typed position, a searched place, drag and confirm in wgs84', async ({ browser }) => {
  test.setTimeout(120_000);
  const desk = await openSheet(browser, {
    MAP_TILE_URL: `${services.address}/{z}/{x}/{y}.png`,
    MAP_SEARCH_URL: `${services.address}/search?format=jsonv2&q={word}`,
  });
  const { page } = desk;
  const box = dialog(page, '选择位置');
  await expect(pane(box).locator('img.leaflet-tile-loaded').first()).toBeVisible();
  expect(services.seen.some((path) => /^\/18\/\d+\/\d+\.png$/.test(path))).toBe(true);
  await box.getByRole('combobox').fill('雷峰');
  await box.getByRole('option', { name: /雷峰塔/ }).click();
  expect(await shownAt(box)).toEqual({ lng: 120.1446, lat: 30.2337 });
  await box.getByRole('combobox').fill('120.2, 30.3');
  await box.getByRole('combobox').press('Enter');
  expect(await shownAt(box)).toEqual({ lng: 120.2, lat: 30.3 });
  await expectAccessible(page, 'tile map');
  await drag(page, pane(box).locator('.map-marker'), 60, 30);
  await expect.poll(async () => (await shownAt(box)).lng).toBeGreaterThan(120.2);
  const { lng, lat } = await shownAt(box);
  expect(lat).toBeLessThan(30.3);
  expect(await save(desk, box)).toEqual({ location: `${lng},${lat}`, datum: 'wgs84', address: '' });
  expect([...desk.hosts].toSorted()).toEqual([host(desk.address), host(services.address)].toSorted());
});

test('[API-059] without a service the dialog says so, takes typed coordinates and asks no other host', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const desk = await openSheet(browser, {});
  const { page } = desk;
  const box = dialog(page, '选择位置');
  await expect(box.getByRole('status').first()).toContainText('地图服务未配置');
  await expectAccessible(page, 'grid');
  const search = box.getByRole('combobox', { name: /经度,纬度/ });
  await search.fill('120.1551，30.2741');
  await search.press('Enter');
  await box.getByRole('combobox', { name: '坐标系' }).selectOption('wgs84');
  await box.getByLabel('详细地址').fill('文三路 1 号');
  const stored = await save(desk, box);
  expect(stored).toEqual({ location: '120.1551,30.2741', datum: 'wgs84', address: '文三路 1 号' });
  expect([...desk.hosts]).toEqual([host(desk.address)]);
});
