import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '@prdm/contract';
import { startApp, type TestApp } from '../servers/start-app.ts';
import { cellOf, type Row } from './cells.ts';
import { digestOf } from './digest.ts';
import { changesOf, readGolden, linesByClass } from './golden.ts';
import { walkMatrix } from './matrix.ts';
import { sampleInput } from './samples.ts';
import { PLACES, type MatrixWorld } from './world.ts';

let app: TestApp;
let walked: { rows: Row[]; csv: string; world: MatrixWorld };
let seconds = 0;

/** The target is 60 s on two idle cores. The limits here are far wider, and the test prints its time. */
const LIMIT_MS = 600_000;

const timed = async <T>(work: () => Promise<T>): Promise<T> => {
  const since = performance.now();
  const result = await work();
  seconds += (performance.now() - since) / 1000;
  return result;
};

beforeAll(async () => {
  app = await startApp({ works: false });
  walked = await timed(() => walkMatrix(app));
}, LIMIT_MS);
afterAll(async () => {
  console.log(`the access matrix: ${walked.rows.length} rows, walked and called for real in ${seconds.toFixed(1)} s`);
  await app.stop();
});

const REFUSALS = new Set(['5', '403', '404', '443', '444', '1005', '1006']);

describe('the access matrix', () => {
  it('is the accepted one: only `npm run matrix:accept` shows and writes changes', async () => {
    expect(linesByClass(changesOf(await readGolden(), walked.csv), registry)).toBe('');
    expect(walked.csv === (await readGolden())).toBe(true);
  });

  it('sends valid calls: no cell is refused for its shape', () => {
    const shapes = walked.rows.filter(({ cells }) =>
      Object.values(cells).some((cell) => cell === '1001' || cell.startsWith('http')),
    );
    expect(shapes.map(({ endpoint, actor, cells }) => `${endpoint} ${actor} ${JSON.stringify(cells)}`)).toEqual([]);
  });

  it('refuses every record to another enterprise and to strangers', () => {
    const leaks = walked.rows.filter(({ actor, cells, endpoint }) => {
      if (actor !== 'otherEnterprise' && actor !== 'stranger' && actor !== 'disabled') return false;
      const open = registry.some(({ method, path, access }) => `${method} ${path}` === endpoint && access === 'public');
      const places = actor === 'otherEnterprise' ? (['own', 'sister', 'archived'] as const) : PLACES;
      return !open && places.some((place) => cells[place] === 'passed') && cells.sister !== '';
    });
    expect(leaks.map(({ endpoint, actor }) => `${endpoint} ${actor}`)).toEqual([]);
  });

  it('lets a system administrator make the calls about the own account and about enterprises, and no other', () => {
    const passed = walked.rows.filter(({ actor, cells }) => {
      return actor === 'systemAdministrator' && Object.values(cells).includes('passed');
    });
    const isPublic = (name: string) =>
      registry.some(({ method, path, access }) => `${method} ${path}` === name && access === 'public');
    expect(passed.map(({ endpoint }) => endpoint).filter((name) => !isPublic(name))).toEqual([
      'GET /apis/pub/loginHistory',
      'GET /apis/pub/profile',
      'POST /apis/pub/pwd',
      'POST /apis/pub/sessionEnd',
      'GET /apis/pub/sessions',
      'POST /apis/pub/update',
      'POST /apis/pub/updateField',
      'POST /apis/system/enterprise/disable',
      'POST /apis/system/enterprise/enable',
      'GET /apis/system/enterprise/index',
      'POST /apis/system/enterprise/limits',
      'POST /apis/upload/image',
      'POST /apis/user/setting',
    ]);
  });

  it('answers a record of another project like one that does not exist', () => {
    const leaked = walked.rows.filter(({ actor, cells }) => {
      if (!['projectManager', 'designer', 'partner', 'employee'].includes(actor)) return false;
      return cells.sister !== '' && cells.sister !== 'passed' && cells.missing !== cells.foreign;
    });
    expect(leaked.map(({ endpoint, actor, cells }) => `${endpoint} ${actor} ${JSON.stringify(cells)}`)).toEqual([]);
  });

  it('changes no row and no byte on disk in any denied cell in a real call', { timeout: LIMIT_MS }, async () => {
    const before = await digestOf(app);
    expect(Object.keys(before).filter((name) => name.startsWith('file blobs')).length).toBeGreaterThan(3);
    const { denied, differing } = await timed(callDenied);
    expect(denied).toBeGreaterThan(500);
    expect(differing).toEqual([]);
    expect(await digestOf(app)).toEqual(before);
  });
});

/** Makes every call that the gates refused, through the whole program. */
async function callDenied(): Promise<{ denied: number; differing: string[] }> {
  let denied = 0;
  const differing: string[] = [];
  for (const { endpoint: name, actor, cells } of walked.rows) {
    const endpoint = registry.find(({ method, path }) => `${method} ${path}` === name);
    if (!endpoint) continue;
    for (const place of PLACES) {
      if (!REFUSALS.has(cells[place])) continue;
      const input = sampleInput(endpoint, (kind, path) => walked.world.idOf(kind, place, path));
      const code = await cellOf(app.app, endpoint, input, walked.world.tokens[actor] ?? null);
      denied += 1;
      if (code !== cells[place]) differing.push(`${name} ${actor} ${place}: ${code} instead of ${cells[place]}`);
    }
  }
  return { denied, differing };
}
