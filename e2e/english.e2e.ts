import type { Page } from '@playwright/test';
import { roleIndex } from '@prdm/contract/organisation';
import { templateIndex } from '@prdm/contract/processes/templates';
import * as nonProjects from '@prdm/contract/projects/non-projects';
import * as tasks from '@prdm/contract/tasks';
import { buildProject, publishTasks } from './support/furnish.ts';
import { addressOf, isPublic, routePaths } from './support/pages.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { expect, test as base } from './support/test.ts';

/** A server of its own: the names that other tests write are no texts of the product. */
const test = base.extend<object, { server: RunningServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Data: names that an installation writes at its first start and then belong to it, and those of this test. */
const DATA: readonly RegExp[] = [
  // The title of the product is Chinese in every language.
  /设计院任务管理平台/g,
  /系统管理员|我的设计院|建筑一所/g,
  // The letters of the administrator's avatar.
  /^系统?$/,
  // The standard template with its stages, and the folders of a new project.
  /五级校审|自校|校对|专业负责人|审核|审定/g,
  /\d\d (?:合同|设计输入|提资|方案|初设|施工图|模型|会议|变更|归档)/g,
  // The short name of a discipline has one character.
  /^\p{Script=Han}$/u,
  // Languages are named in their own language.
  /简体中文|繁體中文/g,
];

/** All texts that a reader sees or hears: text nodes, and the attributes that name things. */
const CHINESE = `(() => {
  const found = new Set();
  const look = (text) => /\\p{Script=Han}/u.test(text ?? '') && found.add(text.trim());
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest('script, style')) look(node.textContent);
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) look(element.getAttribute(name));
  return [...found];
})()`;

/** The pages with a fixed title in every language (SH-017). */
const FIXED_TITLES = /^\/(?:mini|computer)/;
const PATHS = routePaths().filter((path) => path !== '/login/change');

test('in English no page shows a Chinese character outside data, the product title and the fixed titles', async ({
  open,
  admin,
}) => {
  test.setTimeout(240_000);
  const person = await admin.addPerson({ account: 'mary.smith', name: 'Mary Smith', password: 'Design-2026' });
  const project = await buildProject(admin, { name: 'Riverside', managerId: person.id });
  await publishTasks(admin, project, person, ['Ground floor plan']);
  const { list } = await admin.call(tasks.index, { project_id: project.id });
  const [role] = (await admin.call(roleIndex, {})).list;
  const [template] = (await admin.call(templateIndex, { enabled: true })).list;
  // No review runs here: the page of a review says so.
  const training = { name: 'Fire code', kind: 'training', manager_id: person.id } as const;
  const { id: nonProjectId } = await admin.call(nonProjects.add, training);
  const shown = {
    project,
    taskId: list[0]?.id ?? 0,
    processId: 999_999,
    roleId: role?.id ?? 0,
    templateId: template?.id ?? 0,
    nonProjectId,
  };
  const login = await open('/login', { lang: 'en' });
  const visitors = new Map<string | undefined, Promise<Page>>([[undefined, Promise.resolve(login)]]);
  const wrong: string[] = [];
  const look = async (path: string): Promise<void> => {
    const token = isPublic(path) ? undefined : admin.token;
    const visitor = visitors.get(token) ?? open('about:blank', { token, lang: 'en' });
    visitors.set(token, visitor);
    const page = await (await visitor).context().newPage();
    await page.goto(addressOf(path, shown));
    await expect(page.locator('#root > *').first(), path).toBeAttached();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('.skeleton'), path).toHaveCount(0);
    const found = FIXED_TITLES.test(path) ? [] : await page.evaluate<string[]>(CHINESE);
    for (const text of found) {
      const rest = DATA.reduce((left, data) => left.replace(data, ''), text);
      if (/\p{Script=Han}/u.test(rest)) wrong.push(`${path}: ${text}`);
    }
    await page.close();
  };
  // A page mostly waits for its requests, so a few are read together.
  for (const paths = [...PATHS]; paths.length > 0;) await Promise.all(paths.splice(0, 3).map(look));
  expect(wrong).toEqual([]);
});
