import type { Shard } from './choice.ts';

/**
 * Rough seconds of the slowest files. A wrong number only unbalances the shards: each file is always in exactly one
 * shard.
 */
const SECONDS: Readonly<Record<string, number>> = {
  'apps/server/src/modules/models/convert/corpus.test.ts': 50,
  'apps/server/src/testing/matrix/answers.test.ts': 40,
  'apps/server/src/testing/matrix/access-matrix.test.ts': 30,
  'apps/server/src/testing/matrix/why.test.ts': 25,
  'apps/server/src/testing/safety/guesses.test.ts': 25,
  'apps/server/src/testing/safety/inputs.test.ts': 20,
  'apps/server/src/testing/safety/once.race.test.ts': 20,
  'apps/server/src/testing/safety/sessions.test.ts': 15,
  'apps/server/src/platform/processes/watchdog.test.ts': 26,
  'apps/server/src/modules/models/pictures.test.ts': 25,
  'apps/server/src/modules/models/convert/products/products.test.ts': 23,
  'apps/server/src/modules/organisation/entities/position-import.test.ts': 45,
  'apps/server/src/modules/config/working-days/sheets/day-import.test.ts': 25,
  'apps/server/src/platform/sheets/reading/read-sheet.test.ts': 25,
  'tools/api-client/client.test.ts': 15,
  'apps/server/src/modules/models/models.test.ts': 20,
  'apps/server/src/modules/files/uploads/reservation.test.ts': 15,
  'apps/server/src/modules/models/picture/draw.test.ts': 14,
  'apps/server/src/modules/models/convert/convert.test.ts': 12,
  'apps/web/src/app/project-pages.test.ts': 12,
  'e2e/journey.e2e.ts': 60,
  'e2e/model-page.e2e.ts': 75,
  'e2e/models.e2e.ts': 45,
  'e2e/pages.e2e.ts': 60,
  'e2e/viewer.e2e.ts': 40,
  'e2e/viewer-life.e2e.ts': 35,
  'e2e/model-versions.e2e.ts': 30,
  'e2e/model-work.e2e.ts': 30,
  'e2e/files.e2e.ts': 30,
  'e2e/sign-in.e2e.ts': 20,
};
const UNIT_SECONDS = 1;
const BROWSER_SECONDS = 12;

const secondsOf = (file: string): number => SECONDS[file] ?? (/\.e2e\.ts$/.test(file) ? BROWSER_SECONDS : UNIT_SECONDS);

/**
 * The files of one shard, in their order. The longest come first, each to the shard with the least load, so that every
 * machine computes the same shards.
 */
export function partOf(files: readonly string[], { index, count }: Shard): string[] {
  const load = Array.from({ length: count }, () => 0);
  const mine = new Set<string>();
  const byCost = [...files].sort((a, b) => secondsOf(b) - secondsOf(a) || (a < b ? -1 : 1));
  for (const file of byCost) {
    const least = load.indexOf(Math.min(...load));
    load[least] = (load[least] ?? 0) + secondsOf(file);
    if (least === index - 1) mine.add(file);
  }
  return files.filter((file) => mine.has(file));
}
