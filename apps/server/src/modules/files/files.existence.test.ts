import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '@prdm/contract';
import * as files from '@prdm/contract/files';
import { refsOf, type Endpoint, type SubjectKindName } from '@prdm/contract/kit';
import { buildFile, buildFolder, buildPerson, buildProject, PASSWORD } from '../../testing/worlds/builders.ts';
import { requestOf } from '../../testing/matrix/cells.ts';
import { sampleInput } from '../../testing/matrix/samples.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { setRights } from '../../testing/worlds/folder-rights.ts';

/**
 * A record that a member may not see answers like one that never existed. The answer is 1006 on the page of that
 * project, and "not in the project" for an id alone. No answer may reveal more about the record.
 */
let app: TestApp;
let projectId: number;
let token: string;
/** For each kind: a record the member works with, a record the member lost, and an unused id. */
const seen: Partial<Record<SubjectKindName, number>> = {};
const hidden: Partial<Record<SubjectKindName, number>> = {};
const NEVER = 987_654_321;

beforeAll(async () => {
  app = await startApp({ works: false });
  const [manager, member, designer] = [await buildPerson(app), await buildPerson(app), await buildPerson(app)];
  const managerToken = await app.signIn(manager.account, PASSWORD);
  token = await app.signIn(member.account, PASSWORD);
  const project = await buildProject(app, {
    managerId: manager.id,
    members: [
      { id: member.id, roles: [] },
      { id: designer.id, roles: ['designer'] }, // has no folder rights before the first project role is assigned
    ],
  });
  projectId = project.id;
  const set = (folder_id: number, rights: string[]) =>
    setRights(app, folder_id, { user_id: member.id }, rights, { token: managerToken });
  const all = ['view', 'download', 'create', 'edit', 'delete', 'authorize'];
  for (const [ids, name] of [
    [seen, '可见'],
    [hidden, '曾可见'],
  ] as const) {
    const folder = await buildFolder(app, { projectId, by: manager.id, name });
    const file = await buildFile(app, { projectId, by: manager.id, folderId: folder, name: '图.txt' });
    const gone = await buildFile(app, { projectId, by: manager.id, folderId: folder, name: '旧图.txt' });
    expect((await set(folder, all)).code).toBe(0);
    const { trash_ids } = (await app.call(files.del, { file_ids: [gone.id] }, { token })).data;
    Object.assign(ids, { folder, file: file.id, file_version: file.versionId, trash: trash_ids[0] });
  }
  Object.assign(seen, { user: member.id, project: projectId });
  expect((await set(hidden.folder ?? 0, [])).code).toBe(0);
}, 60_000);
afterAll(() => app.stop());

const ofFiles = new Set<SubjectKindName>(['folder', 'file', 'file_version', 'trash']);
const FIELDS = registry
  .filter(({ domain, access }) => domain === 'files' && access === 'signed-in')
  .flatMap((endpoint) =>
    refsOf(endpoint.input)
      .filter(({ ref }) => ofFiles.has(ref.kind))
      .map(({ path, ref }) => [`${endpoint.method} ${endpoint.path}`, path.join('.'), endpoint, ref.kind] as const),
  );

/** The call with one foreign id; every other id is the member's own. */
async function answer(endpoint: Endpoint, field: string, id: number, onPage: boolean): Promise<string> {
  const input = sampleInput(endpoint, (kind, path) => {
    if (path === field) return id;
    return kind === 'project' && !onPage ? null : (seen[kind] ?? null);
  });
  const { statusCode, headers, body } = await app.app.inject(requestOf(endpoint, input, token));
  return `${statusCode} ${headers['content-length'] ?? ''} ${body}`;
}
const codeIn = (text: string): string | undefined => /"code":(\d+)/.exec(text)?.[1];

describe('every call with files and folders', () => {
  it('covers more than 30 fields', () => expect(FIELDS.length).toBeGreaterThan(30));

  it.each(FIELDS)(
    '%s %s: a record the member lost answers like one that never existed',
    async (_path, field, endpoint, kind) => {
      const hiddenId = hidden[kind] ?? 0;
      expect(hiddenId).toBeGreaterThan(0);
      const onPage = await answer(endpoint, field, hiddenId, true);
      expect(onPage).toBe(await answer(endpoint, field, NEVER, true));
      if (endpoint.method !== 'HEAD') expect(codeIn(onPage)).toBe('1006');
      const alone = await answer(endpoint, field, hiddenId, false);
      expect(alone).toBe(await answer(endpoint, field, NEVER, false));
    },
  );
});
