import type { Model } from '@thatopen/fragments';
import type { Vec } from './view.ts';

/** Category under which the library stores alignments among the items. */
const CATEGORY = 'ThatOpenAlignment';

/**
 * The alignment lines of a model, one for each run, in the drawing space. Invalid JSON and invalid numbers are skipped, because
 * the file may be damaged.
 */
export function alignmentsOf(model: Model): Vec[][] {
  const lines: Vec[][] = [];
  for (let row = 0; row < model.categoriesLength(); row += 1) {
    if (model.categories(row) !== CATEGORY) continue;
    for (const flat of runsOf(model.attributes(row)?.data(0))) {
      const points: Vec[] = [];
      for (let at = 0; at + 2 < flat.length; at += 3) {
        const [x, y, z] = [Number(flat[at]), Number(flat[at + 1]), Number(flat[at + 2])];
        if (Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z)) points.push([x, y, z]);
      }
      if (points.length > 1) lines.push(points);
    }
  }
  return lines;
}

/** The `points` of each run: `["data", "{\"absolute\": [{\"points\": [x, y, z, ...]}]}"]`. */
function runsOf(stored: string | undefined): unknown[][] {
  const text: unknown = parsed(stored);
  const data: unknown = Array.isArray(text) ? parsed(text[1]) : null;
  const runs: unknown = data && typeof data === 'object' && 'absolute' in data ? data.absolute : null;
  return (Array.isArray(runs) ? (runs as unknown[]) : []).flatMap((run) =>
    run && typeof run === 'object' && 'points' in run && Array.isArray(run.points) ? [run.points as unknown[]] : [],
  );
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
