import type { FragmentsModel } from '@thatopen/fragments';
import type { Engine } from '../loading/engine.ts';
import type { VisibilityState } from '../types.ts';
import type { Registry } from './registry.ts';

/**
 * Keeps which components are hidden, as two small lists: hidden ones and an isolated set. One list of all invisible
 * components would be long. A saved view of one storey would name the rest of the building.
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
   * @param on.changed is called at once with every new state
   * @param on.applied is called when the models show the state
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

  /** Shows components again and adds them to a present isolation. */
  show(guids: readonly string[]): Promise<void> {
    const back = new Set(guids);
    return this.set({
      ...this.state(),
      hidden: [...this.hidden].filter((guid) => !back.has(guid)),
      isolated: this.isolated ? [...this.isolated, ...guids] : null,
    });
  }

  /** Shows only these components. */
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

  /**
   * Applies the visibility to every model, also to models loaded later. Calls run one after the other and the last
   * state wins.
   */
  apply(): Promise<void> {
    const done = this.queue.then(() => this.run());
    // The caller gets the failure. The next change must not inherit it.
    this.queue = done.catch(() => undefined);
    return done;
  }

  /** Whether everything except the rooms is visible. */
  get isWhole(): boolean {
    return this.hidden.size === 0 && this.isolated === null && !this.spaces;
  }

  /** Resolves when the models show the last state. */
  applying(): Promise<void> {
    return this.queue;
  }

  /** Hidden items of a model. The loader adds every model with its rooms hidden. */
  async out(model: FragmentsModel): Promise<ReadonlySet<number>> {
    return this.gone.get(model) ?? (await this.registry.spaces(model));
  }

  /**
   * Sends each model only the difference. A reset to fully visible would flash all hidden items, above all the rooms.
   * It would also make the worker build every tile twice.
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

  /** Items that must be hidden, computed from the named items alone. */
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
      // An isolated storey means its walls and slabs. A room shows only when the caller names the room itself.
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

/** The worker would redraw everything for an empty list. */
async function setVisible(model: FragmentsModel, localIds: number[], visible: boolean): Promise<void> {
  if (localIds.length > 0) await model.setVisible(localIds, visible);
}
