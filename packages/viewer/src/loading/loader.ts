import type { FragmentsModel } from '@thatopen/fragments';
import { Box3 } from 'three';
import type { Registry } from '../components/registry.ts';
import type { Stage } from '../stage.ts';
import type { Box, LoadedModel, LoadProgress, LoadStage } from '../types.ts';
import { ViewerError } from '../types.ts';
import type { Engine } from './engine.ts';

export type ModelSource = ArrayBuffer | ((signal: AbortSignal) => Promise<ArrayBuffer>);

export type LoadOptions = {
  /** Name of the model inside this viewer, unique; the file version's id. */
  modelId: string;
  /** The .frag file, or a function that fetches it. A buffer is handed to the worker and is empty afterwards. */
  data: ModelSource;
  onProgress?: (progress: LoadProgress) => void;
  signal?: AbortSignal;
  /** Whether the camera goes to the model; default: when it is the first one. */
  fit?: boolean;
};

/** Where each stage ends on the scale of the whole. */
const STAGE_END: Record<LoadStage, number> = {
  fetch: 0.4,
  decompress: 0.5,
  parse: 0.6,
  generate: 0.9,
  draw: 1,
  done: 1,
};
const STAGE_START: Record<LoadStage, number> = {
  fetch: 0,
  decompress: 0.4,
  parse: 0.5,
  generate: 0.6,
  draw: 0.9,
  done: 1,
};
const STAGES: Record<string, LoadStage> = {
  decompressing: 'decompress',
  parsing: 'parse',
  generating: 'generate',
};

/** Loads, replaces and unloads models. Two loads of one id: the later one wins. */
export class Loader {
  private readonly stage: Stage;
  private readonly engine: Engine;
  private readonly registry: Registry;
  private readonly bodies = new WeakMap<FragmentsModel, Box3>();
  private readonly running = new Map<string, AbortController>();
  private parked: Promise<{ modelId: string; bytes: ArrayBuffer }[]> = Promise.resolve([]);
  private readonly end = new AbortController();

  constructor(stage: Stage, engine: Engine, registry: Registry) {
    this.stage = stage;
    this.engine = engine;
    this.registry = registry;
  }

  /**
   * @throws ViewerError 'model' when the bytes are no fragments file, 'empty' when nothing in it can be drawn
   * @throws the signal's reason (an AbortError) when cancelled
   */
  async load(options: LoadOptions): Promise<LoadedModel> {
    this.end.signal.throwIfAborted();
    options.signal?.throwIfAborted();
    this.running.get(options.modelId)?.abort();
    const cancel = new AbortController();
    const passOn = (): void => cancel.abort(options.signal?.reason);
    options.signal?.addEventListener('abort', passOn, { once: true });
    this.running.set(options.modelId, cancel);
    try {
      // A worker that goes with the viewer answers no more: without this the caller would wait for ever.
      return await unlessAborted(this.run(options, cancel.signal), this.end.signal);
    } finally {
      options.signal?.removeEventListener('abort', passOn);
      if (this.running.get(options.modelId) === cancel) this.running.delete(options.modelId);
    }
  }

  async unload(modelId: string): Promise<void> {
    this.running.get(modelId)?.abort();
    await this.engine.fragments.disposeModel(modelId);
    this.measure();
    this.stage.invalidate();
  }

  /**
   * Takes all models out of the picture and keeps their files, fetched back from the worker. The library frees geometry
   * once it is on the graphics card, so after a lost context nothing is left to draw from. What is asked of them meanwhile
   * is answered first, also to a load that is taking one in.
   */
  park(): Promise<void> {
    const done = this.parked.then(async (kept) => {
      const { questions } = this.engine;
      await questions.answered(this.engine.models);
      const files: { model: FragmentsModel; bytes: ArrayBuffer }[] = [];
      for (const model of this.engine.models) {
        if (this.isIn(model)) files.push({ model, bytes: await model.getBuffer(true) });
      }
      await questions.answered(this.engine.models);
      // What was unloaded while we waited is gone, what came then is taken the next time.
      const leaving = files.filter(({ model }) => this.isIn(model));
      await Promise.all(leaving.map(({ model }) => model.dispose()));
      kept.push(...leaving.map(({ model, bytes }) => ({ modelId: model.modelId, bytes })));
      return kept;
    });
    this.parked = done;
    return done.then(() => undefined);
  }

  /** Loads the parked models, in their order: the first one decides where the drawing space lies. */
  async unpark(): Promise<void> {
    const kept = await this.parked;
    this.parked = Promise.resolve([]);
    for (const { modelId, bytes } of kept) {
      await this.take(await this.engine.fragments.load(bytes, { modelId, raw: true }));
    }
    this.measure();
    await this.engine.settle();
  }

  dispose(): void {
    const reason = new ViewerError('disposed', 'the viewer was disposed of');
    for (const cancel of this.running.values()) cancel.abort(reason);
    this.end.abort(reason);
  }

  private isIn(model: FragmentsModel): boolean {
    return this.engine.models.includes(model);
  }

  private async run(options: LoadOptions, signal: AbortSignal): Promise<LoadedModel> {
    const { modelId } = options;
    const tell = progressOf(options.onProgress);
    tell('fetch', 0);
    const bytes = await unlessAborted(typeof options.data === 'function' ? options.data(signal) : options.data, signal);
    tell('fetch', 1);
    if (this.engine.fragments.models.list.has(modelId)) await this.engine.fragments.disposeModel(modelId);
    const model = await this.decode(modelId, bytes, signal, tell);
    const components = new Set(await model.getItemsIdsWithGeometry()).size;
    if (signal.aborted) {
      await this.engine.fragments.disposeModel(modelId);
      throw signal.reason;
    }
    if (components === 0 || model.box.isEmpty()) {
      await this.engine.fragments.disposeModel(modelId);
      throw new ViewerError('empty', `model ${modelId} holds nothing that can be drawn`);
    }
    const first = this.stage.modelBox().isEmpty();
    await this.take(model);
    this.measure();
    if (options.fit ?? first) await this.stage.rig.fit(this.stage.modelBox(), first ? 'iso' : null, false);
    tell('draw', 0);
    await this.engine.settle();
    signal.throwIfAborted();
    tell('done', 1);
    return { modelId, box: plainBox(this.bodies.get(model) ?? model.box), components };
  }

  private async decode(
    modelId: string,
    bytes: ArrayBuffer,
    signal: AbortSignal,
    tell: (stage: LoadStage, part: number) => void,
  ): Promise<FragmentsModel> {
    const abort = (): void => this.engine.fragments.abort(modelId);
    const loading = this.engine.fragments.load(bytes, {
      modelId,
      onProgress: ({ stage, progress }) => {
        const known = STAGES[stage];
        if (known) tell(known, progress);
      },
    });
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await loading;
    } catch (error) {
      signal.throwIfAborted();
      // The worker answers with bare text, not with an Error.
      throw new ViewerError('model', `model ${modelId} cannot be read: ${String(error)}`, error);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Puts a model into the picture, without its rooms, and takes its measure the same way. */
  private async take(model: FragmentsModel): Promise<void> {
    model.object.updateMatrixWorld(true);
    const rooms = await this.registry.spaces(model);
    const solid = (await model.getItemsIdsWithGeometry()).filter((localId) => !rooms.has(localId));
    const box = solid.length > 0 ? await model.getMergedBox(solid) : model.box;
    this.bodies.set(model, box.isEmpty() ? model.box : box);
    if (rooms.size > 0) await model.setVisible([...rooms], false);
    this.engine.attach(model);
  }

  private measure(): void {
    const box = new Box3();
    for (const model of this.engine.models) box.union(this.bodies.get(model) ?? model.box);
    this.stage.setModelBox(box);
  }
}

/** The awaited value, or a throw as soon as the signal is raised, without waiting for a source that ignores it. */
async function unlessAborted<T>(value: Promise<T> | T, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    Promise.resolve(value)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}

function progressOf(listener: LoadOptions['onProgress']): (stage: LoadStage, part: number) => void {
  let reached = 0;
  return (stage, part) => {
    const from = STAGE_START[stage];
    reached = Math.max(reached, from + (STAGE_END[stage] - from) * Math.min(Math.max(part, 0), 1));
    listener?.({ stage, progress: reached });
  };
}

function plainBox(box: Box3): Box {
  return { min: box.min.toArray(), max: box.max.toArray() };
}
