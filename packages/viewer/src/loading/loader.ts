import type { FragmentsModel } from '@thatopen/fragments';
import { Box3 } from 'three';
import type { Alignments } from '../components/alignments.ts';
import type { Registry } from '../components/registry.ts';
import type { Stage } from '../view/stage.ts';
import type { Box, LoadedModel, LoadProgress, LoadStage } from '../types.ts';
import { ViewerError } from '../types.ts';
import type { Engine } from './engine.ts';

export type ModelSource = ArrayBuffer | ((signal: AbortSignal) => Promise<ArrayBuffer>);

export type LoadOptions = {
  /** Unique name of the model inside this viewer: the id of the file version. */
  modelId: string;
  /** The .frag file, or a function that fetches it. The worker takes over the buffer, which is empty afterwards. */
  data: ModelSource;
  onProgress?: (progress: LoadProgress) => void;
  signal?: AbortSignal;
  /** Whether the camera fits the model. Default: true for the first model. */
  fit?: boolean;
  /**
   * GUIDs of the alignments to draw as lines, in the order of the file. Without any, the library is not called for
   * them.
   */
  alignments?: readonly string[];
};

/** End of each stage on the scale of the whole load. */
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

/** Loads, replaces and unloads models. With two loads of one id the later one wins. */
export class Loader {
  private readonly stage: Stage;
  private readonly engine: Engine;
  private readonly registry: Registry;
  private readonly alignments: Alignments;
  /** GUIDs of each model's alignments. A parked model is loaded again with them. */
  private readonly lines = new Map<string, readonly string[]>();
  private readonly bodies = new WeakMap<FragmentsModel, Box3>();
  private readonly running = new Map<string, AbortController>();
  private parked: Promise<{ modelId: string; bytes: ArrayBuffer }[]> = Promise.resolve([]);
  private readonly end = new AbortController();

  constructor(stage: Stage, engine: Engine, registry: Registry, alignments: Alignments) {
    this.stage = stage;
    this.engine = engine;
    this.registry = registry;
    this.alignments = alignments;
    engine.fragments.models.list.onBeforeDelete.add(({ value }) => alignments.remove(value));
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
      // A worker that ends with the viewer does not answer. Without this the caller would wait forever.
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
   * Removes all models from the picture and keeps their files, fetched from the worker. The library frees geometry once
   * it is on the graphics card, so after a lost context no source is left. Open requests are answered first, also those
   * of a running load. The models leave the picture at once. The context may return before the answers, and a frame
   * would then use freed geometry.
   */
  park(): Promise<void> {
    this.engine.rest(true);
    for (const model of this.engine.models) this.engine.detach(model);
    const done = this.parked.then(async (kept) => {
      const { questions } = this.engine;
      await questions.answered(this.engine.models);
      const files: { model: FragmentsModel; bytes: ArrayBuffer }[] = [];
      for (const model of this.engine.models) {
        if (this.isIn(model)) files.push({ model, bytes: await model.getBuffer(true) });
      }
      await questions.answered(this.engine.models);
      // Models unloaded during the wait are skipped. Models loaded during the wait are parked in the next round.
      const leaving = files.filter(({ model }) => this.isIn(model));
      await Promise.all(leaving.map(({ model }) => model.dispose()));
      kept.push(...leaving.map(({ model, bytes }) => ({ modelId: model.modelId, bytes })));
      return kept;
    });
    this.parked = done;
    return done.then(() => undefined);
  }

  /** Loads the parked models in their order, because the first one sets the origin of the drawing space. */
  async unpark(): Promise<void> {
    const kept = await this.parked;
    this.parked = Promise.resolve([]);
    try {
      for (const { modelId, bytes } of kept) {
        await this.take(await this.engine.fragments.load(bytes, { modelId, raw: true }));
      }
    } finally {
      this.engine.rest(false);
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
    const report = progressOf(options.onProgress);
    report('fetch', 0);
    const bytes = await unlessAborted(typeof options.data === 'function' ? options.data(signal) : options.data, signal);
    report('fetch', 1);
    if (this.engine.fragments.models.list.has(modelId)) await this.engine.fragments.disposeModel(modelId);
    const model = await this.decode(modelId, bytes, signal, report);
    const components = new Set(await model.getItemsIdsWithGeometry()).size;
    this.lines.set(modelId, options.alignments ?? []);
    if (signal.aborted) {
      await this.engine.fragments.disposeModel(modelId);
      throw signal.reason;
    }
    const hasLines = (options.alignments ?? []).length > 0;
    if ((components === 0 || model.box.isEmpty()) && !hasLines) {
      await this.engine.fragments.disposeModel(modelId);
      throw new ViewerError('empty', `model ${modelId} holds nothing that can be drawn`);
    }
    const first = this.stage.modelBox().isEmpty();
    await this.take(model);
    this.measure();
    if (options.fit ?? first) await this.stage.rig.fit(this.stage.modelBox(), first ? 'iso' : null, false);
    report('draw', 0);
    await this.engine.settle();
    signal.throwIfAborted();
    report('done', 1);
    return { modelId, box: plainBox(this.bodies.get(model) ?? model.box), components };
  }

  private async decode(
    modelId: string,
    bytes: ArrayBuffer,
    signal: AbortSignal,
    report: (stage: LoadStage, part: number) => void,
  ): Promise<FragmentsModel> {
    const abort = (): void => this.engine.fragments.abort(modelId);
    const loading = this.engine.fragments.load(bytes, {
      modelId,
      onProgress: ({ stage, progress }) => {
        const known = STAGES[stage];
        if (known) report(known, progress);
      },
    });
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await loading;
    } catch (error) {
      signal.throwIfAborted();
      // The worker answers with plain text, not with an Error.
      throw new ViewerError('model', `model ${modelId} cannot be read: ${String(error)}`, error);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Adds a model to the picture without its rooms and measures its box without them. */
  private async take(model: FragmentsModel): Promise<void> {
    model.object.updateMatrixWorld(true);
    const rooms = await this.registry.spaces(model);
    const solid = (await model.getItemsIdsWithGeometry()).filter((localId) => !rooms.has(localId));
    const solidBox = solid.length > 0 ? await model.getMergedBox(solid) : model.box;
    const lines = await this.alignments.add(model, this.lines.get(model.modelId) ?? []);
    this.bodies.set(model, (solidBox.isEmpty() ? model.box : solidBox).clone().union(lines));
    if (rooms.size > 0) await model.setVisible([...rooms], false);
    this.engine.attach(model);
  }

  private measure(): void {
    const box = new Box3();
    for (const model of this.engine.models) box.union(this.bodies.get(model) ?? model.box);
    this.stage.setModelBox(box);
  }
}

/** Returns the awaited value. Throws as soon as the signal aborts, even when the source ignores the signal. */
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
