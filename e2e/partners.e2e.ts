import { memberDel, members } from '@prdm/contract/projects';
import { buildProject } from './support/furnish.ts';
import { dialog, signIn } from './support/screens.ts';
import { expectAccessibleInBothThemes } from './support/axe.ts';
import { Api } from './support/api.ts';
import { expect, test } from './support/test.ts';

const PASSWORD = 'Design-2026';

test('[R-023] [BU-002] a new partner joins by the copied link, sees that project alone, and is out after the removal', async ({
  open,
  admin,
  server,
}) => {
  test.setTimeout(120_000);
  const person = await admin.addPerson({ account: 'runs.partners', name: '钱经理', password: PASSWORD });
  const manager = await Api.signIn(server.address, person.account, PASSWORD);
  const { id: projectId } = await buildProject(admin, { name: '滨江协作小学', managerId: person.id });
  await buildProject(admin, { name: '内部项目', managerId: person.id });
  const page = await open(`/project/detail?id=${projectId}&tab=members`, { token: manager.token });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: '邀请协作单位' }).click();
  const form = dialog(page, '邀请协作单位');
  await form.getByLabel('协作单位', { exact: true }).fill('华东勘察院');
  await form.getByRole('button', { name: '发送邀请' }).click();
  await expect(form.getByText('请填写账号或邮箱')).toBeVisible();
  await form.getByLabel('邮箱', { exact: true }).fill('zhou@survey.example.cn');
  await form.getByRole('button', { name: '发送邀请' }).click();
  const made = dialog(page, '把链接发给对方');
  await expect(made.getByText('zhou@survey.example.cn')).toBeVisible();
  await made.getByRole('button', { name: '复制“邀请链接”' }).click();
  await expect(made.locator('.copy-button[data-done="true"]')).toBeVisible();
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  await made.getByRole('button', { name: '完成' }).click();
  await page.getByRole('tab', { name: /邀请记录/ }).click();
  await expect(page.getByText('待答复')).toBeVisible();

  const guest = await open(new URL(link).pathname + new URL(link).search);
  await expect(guest.getByText(/邀请 华东勘察院 的您加入项目“滨江协作小学”/)).toBeVisible();
  await expectAccessibleInBothThemes(guest, 'the page of the link');
  await guest.getByLabel('姓名', { exact: true }).fill('周勘察');
  await guest.getByLabel('账号', { exact: true }).fill('zhou.survey');
  await guest.getByLabel('新密码', { exact: true }).fill(PASSWORD);
  await guest.getByLabel('确认新密码', { exact: true }).fill(PASSWORD);
  await guest.getByRole('button', { name: '创建账号并接受' }).click();
  await expect(guest.getByText(/邀请已接受/)).toBeVisible();
  await guest.getByRole('link', { name: '去登录' }).click();
  await signIn(guest, { account: 'zhou.survey', password: PASSWORD });
  await expect(guest.getByRole('button', { name: /的菜单$/ })).toBeVisible();
  await guest.goto('/project/index');
  await expect(guest.getByText('滨江协作小学').first()).toBeVisible();
  await expect(guest.getByText('内部项目')).toHaveCount(0);
  await guest.goto('/invited');
  await expect(guest.getByText('已接受')).toBeVisible();
  await guest.getByRole('button', { name: '进入项目' }).click();
  await expect(guest.getByTestId('project-name')).toHaveText('滨江协作小学');

  await expect(page.getByText('已接受')).toBeVisible();
  await page.getByRole('tab', { name: '成员列表' }).click();
  await expect(page.getByText('华东勘察院')).toBeVisible();
  const { list } = await manager.call(members, { project_id: projectId });
  const partner = list.find(({ firm }) => firm === '华东勘察院');
  await manager.call(memberDel, { project_id: projectId, user_id: partner?.user_id ?? 0 });
  await expect(guest).toHaveURL(/\/444/);

  const late = await open(new URL(link).pathname + new URL(link).search);
  await expect(late.getByRole('heading', { name: '邀请链接已失效' })).toBeVisible();
});
