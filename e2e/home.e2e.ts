import { Api } from './support/api.ts';
import { buildProject, publishTasks } from './support/furnish.ts';
import { expect, test } from './support/test.ts';

const TASKS = Array.from({ length: 40 }, (_, at) => `${at % 2 === 0 ? '平面图' : '详图'} ${at + 1}`);

test('[R-018] /home keeps its filter and where it was scrolled to, and is not mounted anew', async ({
  open,
  admin,
  server,
}) => {
  const person = await admin.addPerson({ account: 'keeper', name: '何守一', password: 'Design-2026' });
  const project = await buildProject(admin, { name: '滨江科技园', managerId: person.id });
  await publishTasks(admin, project, person, TASKS);
  const { token } = await Api.signIn(server.address, person.account, person.password);
  const page = await open('/home', { token });
  const today = page.getByRole('region', { name: '待我处理' });
  await expect(today.getByRole('listitem')).toHaveCount(40);
  const filter = page.getByRole('searchbox', { name: '按任务或项目名称筛选' });
  await filter.fill('平面图');
  await expect(today.getByRole('listitem')).toHaveCount(20);
  // A mark on the element would not outlive its being made again.
  await page.evaluate(`document.querySelector('.kept-page input[type=search]').dataset.mark = 'same'`);
  const scroll = () => page.evaluate<number>("document.querySelector('.kept-page').scrollTop");
  await page.mouse.move(300, 500);
  await page.mouse.wheel(0, 260);
  await expect.poll(scroll).toBeGreaterThan(100);
  const before = await scroll();

  await page.getByRole('link', { name: '全部项目' }).click();
  await expect(page).toHaveURL(/\/project\/index$/);
  await expect(page.getByRole('row').filter({ hasText: '滨江科技园' })).toBeVisible();
  await expect(today).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
  await expect(today.getByRole('listitem')).toHaveCount(20);
  await expect(filter).toHaveValue('平面图');
  await expect(page.locator('[data-mark="same"]')).toHaveCount(1);
  expect(await scroll()).toBe(before);
});

test('more than /home shows at first can be had there, and the filter looks through all of it', async ({
  open,
  admin,
  server,
}) => {
  const person = await admin.addPerson({ account: 'busy', name: '许多多', password: 'Design-2026' });
  const project = await buildProject(admin, { name: '高铁东站', managerId: person.id });
  const titles = Array.from({ length: 56 }, (_, at) => `施工图 ${at + 1}`);
  await publishTasks(admin, project, person, [...titles, '人防口部详图']);
  const { token } = await Api.signIn(server.address, person.account, person.password);
  const page = await open('/home', { token });
  const today = page.getByRole('region', { name: '待我处理' });
  const tasks = today.getByRole('link');
  await expect(today.getByRole('heading', { level: 2 })).toHaveText('待我处理 57');
  await expect(tasks).toHaveCount(50);
  await expect(today).not.toContainText('人防口部详图');
  const filter = page.getByRole('searchbox', { name: '按任务或项目名称筛选' });
  await filter.fill('人防');
  await expect(tasks).toHaveCount(1);
  await expect(tasks).toContainText('人防口部详图');
  await filter.fill('');
  await expect(tasks).toHaveCount(50);
  await today.getByRole('button', { name: '显示更多' }).click();
  await expect(tasks).toHaveCount(57);
  await expect(today).toContainText('人防口部详图');
  await expect(today.getByRole('button', { name: '显示更多' })).toHaveCount(0);
});
