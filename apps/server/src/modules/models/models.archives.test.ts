import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as contract from '@prdm/contract/models';
import { buildFile } from '../../testing/worlds/builders.ts';
import { writeHostile, writeSmallBuilding, zip } from '../../testing/ifc/index.ts';
import { modelWorld, type ModelWorld } from '../../testing/worlds/model-world.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { ReadArchive } from './queue/archives.ts';

let app: TestApp;
let world: ModelWorld;
beforeAll(async () => {
  app = await startApp({ env: { MODEL_TIMEOUT_MS: '60000' } });
  world = await modelWorld(app);
}, 90_000);
afterAll(() => app.stop());

interface Row {
  name: string;
  total: number;
  drawn: number;
  left: unknown[];
}

describe('an archive', () => {
  it('with one .ifc becomes a model, counted by class, with its coordinates', async () => {
    const { projectId, manager } = world;
    const bytes = zip([['模型/一.ifc', writeSmallBuilding({ storeys: 1 })]]);
    const { id } = await buildFile(app, { projectId, by: manager.id, name: '压缩.zip', bytes });
    const modelId = await vi.waitFor(
      async () => {
        const { rows } = await app.platform.db.pool.query('select id from model where file_id = $1', [id]);
        return (rows[0] as { id: number }).id;
      },
      { timeout: 20_000 },
    );
    const parsed = await world.ended(modelId);
    expect(parsed).toMatchObject({ status: 'parsed', schema: 'IFC4', alignments: [] });
    expect(parsed['coordinates']).toMatchObject({ unit: { sign: 'mm', metres: 0.001 }, map: null });
    const rows = new Map((parsed['classes'] as Row[]).map((row) => [row.name, row]));
    const [walls, rooms] = [rows.get('IFCWALL'), rows.get('IFCSPACE')];
    expect(walls).toMatchObject({ drawn: walls?.total, left: [] });
    expect(rooms?.left).toEqual([{ reason: 'room', count: rooms?.total, text: '房间，按需显示' }]);
  }, 90_000);

  it('named .ifczip is a model whatever it holds, and reports why it fails', async () => {
    const { modelId } = await world.upload('空.ifczip', zip([['读我.txt', 'x']]));
    expect(await world.ended(modelId)).toMatchObject({
      status: 'failed',
      reason: 'zip_empty',
      can: { reparse: false },
    });
  });

  it('without a model stays an ordinary file', async () => {
    const { projectId, manager } = world;
    const file = await buildFile(app, { projectId, by: manager.id, name: '图纸.zip', bytes: zip([['a.dwg', 'x']]) });
    await vi.waitFor(async () => expect(await app.platform.jobs.unfinished(ReadArchive)).toEqual([]), 20_000);
    const { rows } = await app.platform.db.pool.query('select id from model where file_id = $1', [file.id]);
    expect(rows).toEqual([]);
  });
});

describe('a file with a lasting error in its bytes', () => {
  it.each(['header_only', 'trunc_half', 'deep_nesting'] as const)('is not parsed again: %s', async (kind) => {
    const { modelId } = await world.upload(`${kind}.ifc`, writeHostile(kind));
    const token = world.tokens.manager;
    expect(await world.ended(modelId)).toMatchObject({ can: { reparse: false, replace: true } });
    expect((await app.call(contract.modelReparse, { id: modelId }, { token })).code).toBe(1008);
  });
});
