import type { FragmentsModel, MaterialDefinition } from '@thatopen/fragments';
import { RenderedFaces } from '@thatopen/fragments';
import { Color } from 'three';
import type { Engine } from '../loading/engine.ts';
import { pushTo } from '../lists.ts';
import type { Registry } from './registry.ts';

/** Colours of components: marks set by the page, and the selection over them. */
export class Paint {
  private readonly engine: Engine;
  private readonly registry: Registry;
  private selectionColour: string;
  private selection: readonly string[] = [];
  private readonly marks = new Map<string, string>();
  private painted = new WeakMap<FragmentsModel, Map<number, string>>();
  private queue: Promise<void> = Promise.resolve();

  constructor(engine: Engine, registry: Registry, selectionColour: string) {
    this.engine = engine;
    this.registry = registry;
    this.selectionColour = selectionColour;
  }

  setSelectionColour(colour: string): Promise<void> {
    this.selectionColour = colour;
    return this.apply();
  }

  select(guids: readonly string[]): Promise<void> {
    this.selection = guids;
    return this.apply();
  }

  /** @param colour a CSS colour, or null to remove the marks */
  mark(guids: readonly string[], colour: string | null): Promise<void> {
    for (const guid of guids) {
      if (colour === null) this.marks.delete(guid);
      else this.marks.set(guid, colour);
    }
    return this.apply();
  }

  clearMarks(): Promise<void> {
    this.marks.clear();
    return this.apply();
  }

  apply(): Promise<void> {
    const done = this.queue.then(() => this.run());
    // The caller gets the failure. The next change must not inherit it.
    this.queue = done.catch(() => undefined);
    return done;
  }

  private async run(): Promise<void> {
    const wanted = await this.wanted();
    await this.engine.change(async () => {
      for (const model of this.engine.models) {
        const now = wanted.get(model) ?? new Map<number, string>();
        const before = this.painted.get(model) ?? new Map<number, string>();
        const stale = [...before.keys()].filter((localId) => now.get(localId) !== before.get(localId));
        if (stale.length > 0) await model.resetHighlight(stale);
        for (const [colour, localIds] of byColour(now, before)) await model.highlight(localIds, material(colour));
        this.painted.set(model, now);
      }
    });
  }

  private async wanted(): Promise<Map<FragmentsModel, Map<number, string>>> {
    const colours = new Map(this.marks);
    for (const guid of this.selection) colours.set(guid, this.selectionColour);
    const all = new Map<FragmentsModel, Map<number, string>>();
    for (const [model, ids] of await this.registry.locate([...colours.keys()])) {
      const local = new Map<number, string>();
      // The map keeps insertion order. Marks come first, so a selected part overrides its marked assembly.
      for (const [guid, localId] of ids) {
        for (const below of await this.registry.withDescendants(model, [localId])) {
          local.set(below, colours.get(guid) ?? this.selectionColour);
        }
      }
      all.set(model, local);
    }
    return all;
  }
}

function byColour(now: Map<number, string>, before: Map<number, string>): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [localId, colour] of now) {
    if (before.get(localId) === colour) continue;
    pushTo(groups, colour, localId);
  }
  return groups;
}

function material(css: string): MaterialDefinition {
  // The worker reads the three numbers as sRGB, but a three.js Color holds linear ones.
  const color = new Color(css).convertLinearToSRGB();
  return { color, opacity: 1, transparent: false, renderedFaces: RenderedFaces.ONE };
}
