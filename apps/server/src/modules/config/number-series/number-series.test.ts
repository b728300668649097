import { afterAll, beforeAll, expect, it } from 'vitest';
import { sliceDb } from '../../../platform/db.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { createNumberSeries } from './index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

it('a series stops when no number can be stored', async () => {
  const { db } = app.platform;
  const series = createNumberSeries({ tables: sliceDb(db, 'number_series') });
  let tried = 0;
  const insert = () => {
    tried += 1;
    return Promise.resolve(null);
  };
  const added = db.transaction((trx) =>
    series.add(trx, 1, { name: 'planted', scope: '', pattern: 'P{serial:3}' }, insert),
  );
  await expect(added).rejects.toThrow('no number of the series "planted" is free');
  expect(tried).toBe(1000);
});
