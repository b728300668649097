import type { FragmentsModel } from '@thatopen/fragments';
import type { Engine } from '../loading/engine.ts';
import type { VisibilityState } from '../types.ts';
import type { Registry } from './registry.ts';

/**
 * Which components are out of sight. Kept as two small lists, hidden ones and an isolated set, not as one list of all that
 * is invisible: a saved view with one storey isolated would else name every other component of the building.
 */
export class Visibility {
  private readonly engine: Engine;
  private readonly registry: Registry;
  private readonly changed: (state: VisibilityState) => void;
  private readonly applied: () => Promise<void>;
  private readonly gone = new WeakMap<FragmentsModel, ReadonlySet<number>>();
  private hidden = new Set<string>();
  private isolated: Set<string> | null = null;
  private spaces = false;
  private queue: Promise<void> = Promise.resolve();

  /**
   * @param on.changed hears of every new state at once
   * @param on.applied runs when the models show it
   */
  constructor(
    engine: Engine,
    registry: Registry,
    on: { changed: (state: VisibilityState) => void; applied: () => Promise<void> },
  ) {
    this.engine = engine;
    this.registry = registry;
    this.changed = on.changed;
    this.applied = on.applied;
  }

  state(): VisibilityState {
    return { hidden: [...this.hidden], isolated: this.isolated ? [...this.isolated] : null, spaces: this.spaces };
  }

  hide(guids: readonly string[]): Promise<void> {
    return this.set({ ...this.state(), hidden: [...this.hidden, ...guids] });
  }

  /** Brings components back, also into an isolation. */
  show(guids: readonly string[]): Promise<void> {
    const back = new Set(guids);
    return this.set({
      ...this.state(),
      hidden: [...this.hidden].filter((guid) => !back.has(guid)),
      isolated: this.isolated ? [...this.isolated, ...guids] : null,
    });
  }

  /** Shows these alone. */
  isolate(guids: readonly string[]): Promise<void> {
    return this.set({ ...this.state(), hidden: [], isolated: guids });
  }

  showAll(): Promise<void> {
    return this.set({ ...this.state(), hidden: [], isolated: null });
  }

  showSpaces(shown: boolean): Promise<void> {
    return this.set({ ...this.state(), spaces: shown });
  }

  set(state: VisibilityState): Promise<void> {
    this.hidden = new Set(state.hidden);
    this.isolated = state.isolated ? new Set(state.isolated) : null;
    this.spaces = state.spaces;
    this.changed(this.state());
    return this.apply();
  }

  /** Tells every model what is visible; also for models loaded later. One after the other, the last state wins. */
  apply(): Promise<void> {
    const done = this.queue.then(() => this.run());
    // The caller hears of a failure; the next change must not inherit it.
    this.queue = done.catch(() => undefined);
    return done;
  }

  /** Items of a model out of sight. The loader takes every model in without its rooms. */
  async out(model: FragmentsModel): Promise<ReadonlySet<number>> {
    return this.gone.get(model) ?? (await this.registry.spaces(model));
  }

  /**
   * Tells each model only what has changed. Made visible as a whole first, everything that is hidden (the rooms above all) would flash
   * up with every change, and the worker would build all of its tiles twice.
   */
  private async run(): Promise<void> {
    const { hidden, isolated, spaces } = this.state();
    const shown = isolated ? await this.registry.locate(isolated) : null;
    const out = await this.registry.locate(hidden);
    await this.engine.change(async () => {
      for (const model of this.engine.models) {
        const wanted = await this.wanted(model, spaces, shown && (shown.get(model)?.values() ?? []), [
          ...(out.get(model)?.values() ?? []),
        ]);
        const before = await this.out(model);
        await setVisible(model, without(before, wanted), true);
        await setVisible(model, without(wanted, before), false);
        this.gone.set(model, wanted);
      }
    });
    await this.applied();
  }

  /** What must be out of sight, from the named items alone. */
  private async wanted(
    model: FragmentsModel,
    spaces: boolean,
    shown: Iterable<number> | null,
    hidden: readonly number[],
  ): Promise<Set<number>> {
    const rooms = spaces ? new Set<number>() : await this.registry.spaces(model);
    const gone = new Set(shown ? await this.registry.drawn(model) : rooms);
    if (shown) {
      const named = new Set(shown);
      // A storey isolated means its walls and slabs; a room only shows when it was itself asked for.
      for (const localId of await this.registry.withDescendants(model, named)) {
        if (named.has(localId) || !rooms.has(localId)) gone.delete(localId);
      }
    }
    for (const localId of await this.registry.withDescendants(model, hidden)) gone.add(localId);
    return gone;
  }
}

function without(all: ReadonlySet<number>, these: ReadonlySet<number>): number[] {
  return [...all].filter((localId) => !these.has(localId));
}

/** An empty list would mean nothing to the worker but a redraw of everything. */
async function setVisible(model: FragmentsModel, localIds: number[], visible: boolean): Promise<void> {
  if (localIds.length > 0) await model.setVisible(localIds, visible);
}
