import { permissionList, permissionSet } from '@prdm/contract/files';
import type { FolderRight } from '@prdm/contract/status';
import type { TestApp } from '../servers/start-app.ts';

/** The rights of a person or role in a folder, from the list for those who may set them. */
export async function rightsShown(
  app: TestApp,
  folder_id: number,
  to: { user_id?: number; role_id?: number },
  by: { token: string },
): Promise<FolderRight[]> {
  const { data } = await app.call(permissionList, { folder_id }, by);
  const rows: { to_kind: string; to_id: number; rights: FolderRight[] }[] = data?.list ?? [];
  const kind = to.role_id === undefined ? 'person' : 'project-role';
  return rows.find((row) => row.to_kind === kind && row.to_id === (to.role_id ?? to.user_id))?.rights ?? [];
}

/** Sets the rights of a person or role in a folder and overwrites the current ones. */
export async function setRights(
  app: TestApp,
  folder_id: number,
  to: { user_id?: number; role_id?: number },
  rights: readonly string[],
  by: { token: string },
) {
  const seen = await rightsShown(app, folder_id, to, by);
  const input = { folder_id, ...to, rights: JSON.stringify(rights), seen: JSON.stringify(seen) };
  return app.call(permissionSet, input, by);
}
