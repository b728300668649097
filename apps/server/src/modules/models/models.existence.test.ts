import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '@prdm/contract';
import { refsOf, type Endpoint, type SubjectKindName } from '@prdm/contract/kit';
import * as contract from '@prdm/contract/models';
import { buildFolder } from '../../testing/worlds/builders.ts';
import { requestOf } from '../../testing/matrix/cells.ts';
import { sampleInput } from '../../testing/matrix/samples.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { modelWorld, type ModelWorld } from '../../testing/worlds/model-world.ts';

/**
 * A model, viewpoint or comment that a member may not see answers like one that never existed. With `project_id` of the open page
 * the answer is "not found". For an id alone it is "not in the project".
 */
let app: TestApp;
let world: ModelWorld;
const seen: Partial<Record<SubjectKindName, number>> = {};
const hidden: Partial<Record<SubjectKindName, number>> = {};
const NEVER = 987_654_321;
const STATE = {
  version: 1,
  origin: [0, 0, 0],
  camera: { position: [1, 1, 1], target: [0, 0, 0], projection: 'perspective' },
};

beforeAll(async () => {
  app = await startApp({ works: false });
  world = await modelWorld(app);
  const { projectId, manager, tokens } = world;
  for (const [ids, name] of [
    [seen, '可见'],
    [hidden, '曾可见'],
  ] as const) {
    const folder = await buildFolder(app, { projectId, by: manager.id, name });
    await world.give(folder, ['view', 'edit']);
    const { fileId, modelId } = await world.upload('楼.ifc', `not read here: ${name}`, folder);
    const as = { token: tokens.guest };
    const given = { model_id: modelId, name: '视点', state: JSON.stringify(STATE) };
    const viewpoint = (await app.call(contract.viewpointAdd, given, as)).data.id as number;
    const comment = await app.call(contract.viewpointComment, { id: viewpoint, content: '看这里' }, as);
    const { data } = await app.call(contract.modelInfo, { id: modelId }, as);
    Object.assign(ids, {
      folder,
      file: fileId,
      model: modelId,
      model_version: data.version_id,
      viewpoint,
      viewpoint_comment: comment.data.id,
    });
  }
  Object.assign(seen, { project: projectId });
  await world.give(hidden.folder ?? 0, []);
}, 60_000);
afterAll(() => app.stop());

const ours = new Set<SubjectKindName>(['model', 'model_version', 'viewpoint', 'viewpoint_comment']);
const FIELDS = registry
  .filter(({ domain }) => domain === 'models')
  .flatMap((endpoint) =>
    refsOf(endpoint.input)
      .filter(({ ref }) => ours.has(ref.kind))
      .map(({ path, ref }) => [`${endpoint.method} ${endpoint.path}`, path.join('.'), endpoint, ref.kind] as const),
  );

async function answer(endpoint: Endpoint, field: string, id: number, onPage: boolean): Promise<string> {
  const input = sampleInput(endpoint, (kind, path) => {
    if (path === field) return id;
    return kind === 'project' && !onPage ? null : (seen[kind] ?? null);
  });
  const { statusCode, body } = await app.app.inject(requestOf(endpoint, input, world.tokens.guest));
  return `${statusCode} ${body}`;
}
const codeIn = (text: string): string | undefined => /"code":(\d+)/.exec(text)?.[1];

describe('calls with models and viewpoints', () => {
  it('are more than eleven', () => expect(FIELDS.length).toBeGreaterThan(11));

  it.each(FIELDS)(
    '%s %s: a hidden record answers like one that never existed',
    async (_path, field, endpoint, kind) => {
      const hiddenId = hidden[kind] ?? 0;
      expect(hiddenId).toBeGreaterThan(0);
      const onPage = await answer(endpoint, field, hiddenId, true);
      expect(onPage).toBe(await answer(endpoint, field, NEVER, true));
      expect(codeIn(onPage)).toBe(endpoint.page === true ? '404' : '1006');
      const alone = await answer(endpoint, field, hiddenId, false);
      expect(alone).toBe(await answer(endpoint, field, NEVER, false));
      expect(codeIn(alone)).toBe('444');
    },
  );
});
