import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'vitest';
import { expectPicture } from './corpus.fixture.ts';
import { drawBench } from './draw-bench.fixture.ts';

/** Real models of the folder MODEL_CORPUS, which are not part of the repository. convert/corpus.test.ts draws those of ifc/. */
const place = path.join(process.env['MODEL_CORPUS'] ?? '', 'ifc-x4');
const names = process.env['MODEL_CORPUS'] && existsSync(place) ? readdirSync(place) : [];
const models = names.filter((name) => name.endsWith('.ifc'));

describe.runIf(models.length > 0)('pictures of the corpus', () => {
  const { fragOf } = drawBench();

  it.each(models)('%s fills its picture', { timeout: 120_000 }, async (name) =>
    expectPicture(name, await fragOf(name, await readFile(path.join(place, name)))),
  );
});
