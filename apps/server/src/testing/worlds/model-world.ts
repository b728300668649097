import * as contract from '@prdm/contract/models';
import type { FolderRight } from '@prdm/contract/status';
import { buildFile, buildPerson, buildProject, PASSWORD, type BuiltPerson } from './builders.ts';
import { setRights } from './folder-rights.ts';
import type { TestApp } from '../servers/start-app.ts';

/**
 * A project with a manager, a designer who may change files and a partner who may only view them. A guest sees only
 * granted folders. One more person is not a member.
 */
export interface ModelWorld {
  readonly projectId: number;
  readonly manager: BuiltPerson;
  readonly guest: BuiltPerson;
  readonly tokens: Record<'manager' | 'designer' | 'partner' | 'guest' | 'stranger', string>;
  upload(name: string, bytes: string | Buffer, folderId?: number): Promise<{ fileId: number; modelId: number }>;
  /** Sets the rights of the guest in a folder. */
  give(folderId: number, rights: readonly FolderRight[]): Promise<void>;
  /** The model after its conversion, as the manager sees it. */
  ended(modelId: number): Promise<Record<string, unknown> & { viewable: { version_id: number } | null }>;
  dataOf(modelId: number, token: string): Promise<{ statusCode: number }>;
}

export async function modelWorld(app: TestApp): Promise<ModelWorld> {
  const manager = await buildPerson(app);
  const [designer, partner] = [await buildPerson(app), await buildPerson(app)];
  const [guest, stranger] = [await buildPerson(app), await buildPerson(app)];
  const { id: projectId } = await buildProject(app, {
    managerId: manager.id,
    members: [
      { id: designer.id, roles: ['designer'] },
      { id: partner.id, roles: ['partner'] },
      { id: guest.id, roles: [] },
    ],
  });
  const signIn = ({ account }: BuiltPerson) => app.signIn(account, PASSWORD);
  const tokens = {
    manager: await signIn(manager),
    designer: await signIn(designer),
    partner: await signIn(partner),
    guest: await signIn(guest),
    stranger: await signIn(stranger),
  };
  return {
    projectId,
    manager,
    guest,
    tokens,
    async upload(name, bytes, folderId) {
      const { id } = await buildFile(app, {
        projectId,
        by: manager.id,
        name,
        bytes,
        ...(folderId ? { folderId } : {}),
      });
      const { rows } = await app.platform.db.pool.query('select id from model where file_id = $1', [id]);
      return { fileId: id, modelId: rows[0].id as number };
    },
    async give(folder_id, rights) {
      const { code, msg } = await setRights(app, folder_id, { user_id: guest.id }, rights, { token: tokens.manager });
      if (code !== 0) throw new Error(msg);
    },
    async ended(modelId) {
      for (let tries = 0; tries < 600; tries += 1) {
        const { data } = await app.call(contract.modelInfo, { id: modelId }, { token: tokens.manager });
        if (data.status !== 'parsing') return data;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error('the conversion did not end');
    },
    dataOf: (modelId, token) =>
      app.app.inject({ method: 'GET', url: `/apis/model/data?id=${modelId}`, headers: { 'x-token': token } }),
  };
}
