import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Request } from '@playwright/test';
import { departmentAdd, departmentIndex, userIndex } from '@prdm/contract/organisation';
import { index as noticeIndex } from '@prdm/contract/notices';
import { expect, test } from './support/test.ts';

/*
 * Safety S39: a page of another site sends forms and pictures to the program, with every cookie of a signed-in browser. A
 * session in a cookie would make them calls of the person.
 */
let other: Server;
let site: string;
let page = '';
test.beforeAll(async () => {
  other = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page);
  });
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  // 127.0.0.1 with another port is another origin. The cookies of a host go to all its ports.
  site = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
});
test.afterAll(() => void other.close());

const FORMS = [
  ['/apis/department/add', { name: '来自别处' }],
  ['/apis/user/add', { account: 'from.elsewhere', name: '别处' }],
  ['/apis/notice/read', {}],
  ['/apis/pub/logout', {}],
] as const;
const PICTURES = ['/apis/notice/readAll', '/apis/user/download', '/apis/user/index'];

test('[S39] a form and a picture of another site with all cookies are calls of nobody and change nothing', async ({
  browser,
  server,
  admin,
}) => {
  await admin.call(departmentAdd, { name: '本部' });
  const state = async () => [
    (await admin.call(departmentIndex, {})).list.map(({ name }) => name),
    (await admin.call(userIndex, {})).list.map(({ account }) => account),
    (await admin.call(noticeIndex, { a: 'no_read' })).total,
  ];
  const before = await state();
  const names = ['token', 'X-token', 'x-token', 'session', 'Authorization'];
  const context = await browser.newContext({
    storageState: {
      cookies: [],
      origins: [{ origin: server.address, localStorage: [{ name: 'token', value: admin.token }] }],
    },
  });
  await context.addCookies(names.map((name) => ({ name, value: admin.token, url: server.address })));
  const own = await context.newPage();
  await own.goto(`${server.address}/home`);
  await expect(own.locator('header.top-bar')).toBeVisible();

  const answers = new Map<string, unknown>();
  const visitor = await context.newPage();
  const cookies: string[] = [];
  visitor.on('request', (request) => {
    if (request.url().startsWith(server.address))
      void request.allHeaders().then((headers) => cookies.push(headers['cookie'] ?? ''));
  });
  for (const path of PICTURES) {
    page = `<!doctype html><img src="${server.address}${path}"><a href="${server.address}${path}">x</a>`;
    // The browser itself may hide the answer to the picture, so the same address is opened as a page, too.
    const asked = (request: Request) => new URL(request.url()).pathname === path;
    await Promise.all([
      Promise.any([visitor.waitForEvent('requestfinished', asked), visitor.waitForEvent('requestfailed', asked)]),
      visitor.goto(site),
    ]);
    const [answer] = await Promise.all([
      visitor.waitForResponse((response) => new URL(response.url()).pathname === path),
      visitor.getByRole('link').click(),
    ]);
    answers.set(path, answer.status() === 401 ? 5 : ((await answer.json()) as { code: number }).code);
  }
  for (const [path, fields] of FORMS)
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
      const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
      page = `<!doctype html><form method="post" enctype="${type}" action="${server.address}${path}">${inputs.join('')}</form>`;
      await visitor.goto(site);
      const [answer] = await Promise.all([
        visitor.waitForResponse((response) => new URL(response.url()).pathname === path),
        visitor.evaluate(`document.querySelector('form').submit()`),
      ]);
      const code = answer.status() === 200 ? ((await answer.json()) as { code: number }).code : answer.status();
      answers.set(`${path} as ${type}`, code);
    }
  // The browser did send the cookies.
  expect(cookies.filter((cookie) => cookie.includes(admin.token)).length).toBeGreaterThanOrEqual(PICTURES.length);
  for (const [what, code] of answers) expect([5, 400, 415], what).toContain(code);
  for (const path of PICTURES) expect(answers.get(path), path).toBe(5);
  for (const [path] of FORMS.slice(0, 3)) expect(answers.get(`${path} as application/x-www-form-urlencoded`)).toBe(5);
  expect(await state()).toEqual(before);
  await context.close();
});
