import type { FragmentsModel } from '@thatopen/fragments';
import { Box3, Group, Vector3 } from 'three';
import { Line2 } from 'three/examples/jsm/lines/Line2.js';
import { LineGeometry } from 'three/examples/jsm/lines/LineGeometry.js';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { clipSegment, dot, sub } from '../geometry.ts';
import type { Stage } from '../view/stage.ts';
import type { SectionPlane, Vec3, VisibilityState } from '../types.ts';

/** Pixels. A road is very thin from afar, so its line must be thick enough to be visible. */
const WIDTH = 2.5;

type Run = { readonly line: Line2; readonly points: readonly Vec3[] };
type Alignment = { readonly guid: string; readonly runs: readonly Run[] };

/** All visible components, or the alignments that the state leaves visible. */
type Sight = Pick<VisibilityState, 'hidden' | 'isolated'>;

/**
 * Draws the alignment lines of the models (IfcAlignment) from the points that the library reads. The library's own
 * drawing covers everything and has a marker at every joint. The lines are children of their model, so they are removed
 * with it.
 */
export class Alignments {
  private readonly known = new Map<FragmentsModel, readonly Alignment[]>();
  private readonly material: LineMaterial;
  private readonly stage: Stage;
  private sight: Sight = { hidden: [], isolated: null };

  constructor(stage: Stage) {
    this.stage = stage;
    this.material = new LineMaterial({
      color: stage.theme.alignment,
      linewidth: WIDTH,
      // Solid components are drawn first and cover the lines. The second pass would draw the depth of the lines as
      // edges.
      transparent: true,
      depthWrite: false,
    });
    stage.on('theme', ({ alignment }) => this.material.color.set(alignment));
  }

  /**
   * Draws the alignments of a model.
   * @param guids of its alignments, in the order of the file
   * @returns the box around them, empty without alignments
   */
  async add(model: FragmentsModel, guids: readonly string[]): Promise<Box3> {
    if (guids.length === 0) return new Box3();
    const read = await model.getAlignments();
    const group = new Group();
    const alignments = guids.map((guid, index) => ({
      guid,
      runs: pointsOf(read.children[index]).map((flat): Run => {
        const line = new Line2(new LineGeometry().setPositions(flat), this.material);
        group.add(line);
        return { line, points: triples(flat).map((at) => at.applyMatrix4(model.object.matrixWorld).toArray()) };
      }),
    }));
    model.object.add(group);
    group.updateMatrixWorld(true);
    this.known.set(model, alignments);
    this.dress();
    return boxOf(alignments, []);
  }

  remove(model: FragmentsModel): void {
    for (const { runs } of this.known.get(model) ?? []) for (const { line } of runs) line.geometry.dispose();
    this.known.delete(model);
  }

  /** Applies the hidden and isolated components to the lines. */
  show(sight: Sight): void {
    this.sight = sight;
    this.dress();
  }

  /** The box around the visible lines, without the parts that the sections cut away. */
  seen(cuts: readonly Omit<SectionPlane, 'id'>[]): Box3 {
    return boxOf(
      this.all().filter(({ guid }) => isSeen(guid, this.sight)),
      cuts,
    );
  }

  /** The box around these alignments, visible or hidden. */
  box(guids: readonly string[]): Box3 {
    const wanted = new Set(guids);
    return boxOf(
      this.all().filter(({ guid }) => wanted.has(guid)),
      [],
    );
  }

  dispose(): void {
    for (const model of this.known.keys()) this.remove(model);
    this.material.dispose();
  }

  private all(): Alignment[] {
    return [...this.known.values()].flat();
  }

  private dress(): void {
    for (const { guid, runs } of this.all()) {
      const isShown = isSeen(guid, this.sight);
      for (const { line } of runs) line.visible = isShown;
    }
    this.stage.invalidate();
  }
}

const isSeen = (guid: string, { hidden, isolated }: Sight): boolean =>
  !hidden.includes(guid) && (isolated === null || isolated.includes(guid));

/** Runs of one alignment as flat numbers. The library keeps them with its own lines. */
function pointsOf(group: { children: readonly { userData: Record<string, unknown> }[] } | undefined): number[][] {
  return (group?.children ?? []).flatMap(({ userData: { points } }) =>
    points instanceof Array || ArrayBuffer.isView(points) ? [[...(points as Iterable<number>)]] : [],
  );
}

function triples(flat: readonly number[]): Vector3[] {
  return Array.from({ length: Math.floor(flat.length / 3) }, (_, index) => new Vector3().fromArray(flat, index * 3));
}

function boxOf(alignments: readonly Alignment[], cuts: readonly Omit<SectionPlane, 'id'>[]): Box3 {
  const box = new Box3();
  for (const { points } of alignments.flatMap(({ runs }) => runs)) {
    for (const [index, from] of points.entries()) {
      const to = points[index + 1] ?? from;
      const left = cuts.reduce<readonly [Vec3, Vec3] | null>(
        (kept, { point, normal }) => kept && clipSegment(kept[0], kept[1], (at) => -dot(sub(at, point), normal)),
        [from, to],
      );
      for (const end of left ?? []) box.expandByPoint(new Vector3(...end));
    }
  }
  return box;
}
