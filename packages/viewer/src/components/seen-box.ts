import { Box3, Vector3 } from 'three';
import { cutBox } from '../geometry.ts';
import type { Engine } from '../loading/engine.ts';
import type { Stage } from '../view/stage.ts';
import type { SectionPlane } from '../types.ts';
import type { Alignments } from './alignments.ts';
import type { Registry } from './registry.ts';
import type { Visibility } from './visibility.ts';

type Parts = {
  stage: Stage;
  engine: Engine;
  registry: Registry;
  visibility: Visibility;
  alignments: Alignments;
};

/**
 * The box around the visible components. Hidden components, components outside an isolation and parts cut away do not
 * count. It works component by component, because a basement below a cut may be much wider than the house above.
 * @returns an empty box when nothing is visible
 */
export async function seenBox(parts: Parts, cuts: readonly SectionPlane[]): Promise<Box3> {
  const { stage, engine, registry, visibility, alignments } = parts;
  if (visibility.isWhole && cuts.length === 0) return stage.modelBox().clone();
  await visibility.applying();
  const box = alignments.seen(cuts);
  for (const model of engine.models) {
    const [drawn, out] = [await registry.drawn(model), await visibility.out(model)];
    const seen = [...drawn].filter((localId) => !out.has(localId));
    // An unloaded model does not answer, and an empty list would mean all of its items.
    if (seen.length === 0 || !engine.models.includes(model)) continue;
    if (cuts.length === 0) box.union(await model.getMergedBox(seen));
    else for (const body of await model.getBoxes(seen)) box.union(leftOf(body, cuts));
  }
  return box;
}

function leftOf(body: Box3, cuts: readonly SectionPlane[]): Box3 {
  const [min, max] = [body.min.toArray(), body.max.toArray()];
  // A body whose coordinates are not finite is never drawn.
  if (body.isEmpty() || ![...min, ...max].every(Number.isFinite)) return new Box3();
  const left = cutBox({ min, max }, cuts);
  return left ? new Box3(new Vector3(...left.min), new Vector3(...left.max)) : new Box3();
}
