import * as contract from '@prdm/contract/files';
import { memberAdd, roles as projectRoles } from '@prdm/contract/projects';
import { filePlace } from './support/files.ts';
import { expect, test } from './support/test.ts';

test('[PE-007] in a project without roles, the rights of a folder ask the user to set roles first', async ({
  open,
  admin,
  server,
}) => {
  const place = await filePlace(admin, server.address);
  const words = '请先设置项目角色，再设置文件夹权限';
  const { manager } = place;
  await expect(manager.call(contract.permissionList, { folder_id: place.folder })).rejects.toThrow(words);
  const page = await open(place.path, { token: manager.token });
  await page.getByRole('button', { name: '权限' }).click();
  const rights = page.getByRole('dialog', { name: '权限' });
  await expect(rights.getByText(words)).toBeVisible();
  await expect(rights.getByRole('checkbox')).toHaveCount(0);
  await rights.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/project/detail\\?id=${place.projectId}`));

  const person = await admin.addPerson({ account: 'first.role', name: '首位设计', password: 'Design-2026' });
  const { list } = await manager.call(projectRoles, {});
  const role_ids = list.filter(({ key }) => key === 'designer').map(({ id }) => id);
  await manager.call(memberAdd, { project_id: place.projectId, user_ids: [person.id], role_ids });
  await page.goto(place.path);
  await page.getByRole('button', { name: '权限' }).click();
  await expect(rights.getByRole('checkbox', { name: '设计人 删除' })).toBeEnabled();
});
