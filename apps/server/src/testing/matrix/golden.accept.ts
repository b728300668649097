import { it } from 'vitest';
import { registry } from '@prdm/contract';
import { startApp } from '../servers/start-app.ts';
import { changesOf, readGolden, linesByClass, writeGolden } from './golden.ts';
import { walkMatrix } from './matrix.ts';

/**
 * `npm run matrix:accept`: computes the matrix, shows the changes by access class and writes it. No ordinary run
 * executes this file.
 */
it('writes the access matrix', async () => {
  const app = await startApp({ works: false });
  try {
    const { csv } = await walkMatrix(app);
    const changes = changesOf(await readGolden(), csv);
    const report = changes.length === 0 ? 'nothing changed' : linesByClass(changes, registry);
    process.stdout.write(
      `\n${report}\n\n${changes.length} row(s) written to access-matrix.csv; read them as a reviewer\n`,
    );
    await writeGolden(csv);
  } finally {
    await app.stop();
  }
});
