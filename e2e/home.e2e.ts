import { enterpriseEdit, enterpriseInfo } from '@prdm/contract/organisation/enterprise';
import { Api } from './support/api.ts';
import { buildProject, publishTasks } from './support/furnish.ts';
import { expect, test } from './support/test.ts';

const TASKS = Array.from({ length: 16 }, (_, at) => `${at % 2 === 0 ? '平面图' : '详图'} ${at + 1}`);

test('[R-018] /home keeps its filter and its scroll position, and is not mounted again', async ({
  open,
  admin,
  server,
}) => {
  const person = await admin.addPerson({ account: 'keeper', name: '何守一', password: 'Design-2026' });
  const project = await buildProject(admin, { name: '滨江科技园', managerId: person.id });
  await publishTasks(admin, project, person, TASKS);
  const { token } = await Api.signIn(server.address, person.account, person.password);
  // Without it the header scrolls away, and the way to its links scrolls the page back.
  const fixed = async (fixed_header: boolean) =>
    admin.call(enterpriseEdit, { fixed_header, version: (await admin.call(enterpriseInfo, {})).version });
  await fixed(true);
  const page = await open('/home', { token, height: 420 });
  const today = page.getByRole('region', { name: '待我处理' });
  await expect(today.getByRole('listitem')).toHaveCount(16);
  const filter = page.getByRole('searchbox', { name: '按任务或项目名称筛选' });
  await filter.fill('平面图');
  await expect(today.getByRole('listitem')).toHaveCount(8);
  // A mark on the element does not survive a new mount.
  await page.evaluate(`document.querySelector('.kept-page input[type=search]').dataset.mark = 'same'`);
  const scroll = () => page.evaluate<number>("document.querySelector('.kept-page').scrollTop");
  await page.mouse.move(300, 300);
  await page.mouse.wheel(0, 160);
  await expect.poll(scroll).toBeGreaterThan(100);
  const before = await scroll();

  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '项目' }).click();
  await expect(page).toHaveURL(/\/project\/index$/);
  await expect(page.getByRole('row').filter({ hasText: '滨江科技园' })).toBeVisible();
  await expect(today).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
  await expect(today.getByRole('listitem')).toHaveCount(8);
  await expect(filter).toHaveValue('平面图');
  await expect(page.locator('[data-mark="same"]')).toHaveCount(1);
  expect(await scroll()).toBe(before);
  await fixed(false);
});

test('at 1440 px a line of the waiting list shows its full text', async ({ open, admin, server }) => {
  const add = (account: string, name: string) => admin.addPerson({ account, name, password: 'Design-2026' });
  const [giver, worker] = [await add('giver', '欧阳项目'), await add('worker', '司马设计')];
  const name = '滨江科技园二期综合服务中心与地下车库';
  const project = await buildProject(admin, { name, managerId: giver.id, memberIds: [worker.id] });
  const theirs = await Api.signIn(server.address, giver.account, giver.password);
  await publishTasks(theirs, project, worker, ['首层平面图']);
  for (const lang of ['zh', 'en'] as const) {
    const page = await open('/home', { token: theirs.token, lang });
    const when = page.getByText(lang === 'zh' ? '起等待' : 'waiting since');
    await expect(when).toBeVisible();
    const isCut = (element: { scrollWidth: number; clientWidth: number }) => element.scrollWidth > element.clientWidth;
    expect(await when.evaluate(isCut), lang).toBe(false);
  }
});
