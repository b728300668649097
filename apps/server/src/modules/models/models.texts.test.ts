import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSmallBuilding, zip } from '../../testing/ifc/index.ts';
import { modelWorld, type ModelWorld } from '../../testing/worlds/model-world.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

let app: TestApp;
let world: ModelWorld;
beforeAll(async () => {
  app = await startApp({ env: { MODEL_TIMEOUT_MS: '60000' } });
  world = await modelWorld(app);
}, 90_000);
afterAll(() => app.stop());

const NUL = '\u0000';

/**
 * PostgreSQL stores no NUL. A result with one cannot be written: the conversion would start three times and fail as an internal
 * error.
 */
describe('a NUL in a text of a file', () => {
  it.each([
    ['锁.ifczip', zip([[`a${NUL}b.ifc`, 'x']], { encrypted: true }), 'zip_encrypted'],
    [
      '头.ifc',
      writeSmallBuilding({ storeys: 1 }).replace(/FILE_SCHEMA\(\('[^']*'/, `FILE_SCHEMA(('IFC${NUL}9'`),
      'unsupported_schema',
    ],
  ])('does not hide why the model failed: %s', { timeout: 90_000 }, async (name, bytes, reason) => {
    const { modelId } = await world.upload(name, bytes);
    expect(await world.ended(modelId)).toMatchObject({ status: 'failed', reason });
  });

  it('in the name of a storey is shown as a replacement character', { timeout: 90_000 }, async () => {
    const source = writeSmallBuilding({ storeys: 1 });
    const [line = ''] = /IFCBUILDINGSTOREY\(.*/.exec(source) ?? [];
    const named = line.replace(/,'[^']*'/, String.raw`,'x\X\00y'`);
    const { modelId } = await world.upload('层.ifc', source.replace(line, named));
    const ended = await world.ended(modelId);
    expect(ended).toMatchObject({ status: 'parsed' });
    expect(JSON.stringify(ended)).toContain('x\ufffdy');
  });
});
