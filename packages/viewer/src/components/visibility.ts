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
  private hidden = new Set<string>();
  private isolated: Set<string> | null = null;
  private spaces = false;
  private queue: Promise<void> = Promise.resolve();

  constructor(engine: Engine, registry: Registry, changed: (state: VisibilityState) => void) {
    this.engine = engine;
    this.registry = registry;
    this.changed = changed;
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

  private async run(): Promise<void> {
    const { hidden, isolated, spaces } = this.state();
    const shown = isolated ? await this.registry.locate(isolated) : null;
    const out = await this.registry.locate(hidden);
    await this.engine.change(async () => {
      for (const model of this.engine.models) {
        const named = new Set(shown?.get(model)?.values());
        const rooms = spaces ? new Set<number>() : await this.registry.spaces(model);
        await model.resetVisible();
        if (shown) {
          await model.setVisible(undefined, false);
          const ids = await this.registry.withDescendants(model, named);
          // A storey isolated means its walls and slabs; a room only shows when it was itself asked for.
          await setVisible(
            model,
            ids.filter((localId) => named.has(localId) || !rooms.has(localId)),
            true,
          );
        } else {
          await setVisible(model, [...rooms], false);
        }
        const gone = await this.registry.withDescendants(model, out.get(model)?.values() ?? []);
        await setVisible(model, gone, false);
      }
    });
  }
}

/** An empty list would mean nothing to the worker but a redraw of everything. */
async function setVisible(model: FragmentsModel, localIds: number[], visible: boolean): Promise<void> {
  if (localIds.length > 0) await model.setVisible(localIds, visible);
}
