import { useEffect, useRef, useState } from 'react';
import type { LoadProgress, Margins, Viewer } from '@prdm/viewer';
import { fetchBytes } from '../../../lib/bytes.ts';
import { useT } from '../../../lib/i18n.ts';
import { useLook } from '../../../lib/theme.ts';
import { geometryAddress } from '../models.queries.ts';

export interface ViewerState {
  readonly viewer: Viewer | null;
  /** 0 to 1 while the model loads. Null before and after. */
  readonly progress: LoadProgress | null;
  readonly ready: boolean;
  readonly failure: unknown;
}

/** Creates the viewer in `host` and loads one model version. Everything is released when the page closes. */
export function useViewer(
  host: { current: HTMLElement | null },
  model: {
    id: number;
    projectId: number;
    versionId: number;
    bytes: number;
    /** The alignments to draw as lines, in the order of the file. */
    alignments?: readonly { readonly guid: string }[] | undefined;
  } | null,
  margins: Margins,
): ViewerState {
  const t = useT();
  const theme = useLook((look) => look.shown);
  const [state, setState] = useState<ViewerState>({ viewer: null, progress: null, ready: false, failure: null });
  const labels = useRef({
    canvas: t('viewer.canvas'),
    sectionHandle: t('viewer.section.handle'),
    removeDimension: t('viewer.measure.remove'),
  });
  const atStart = useRef({ theme, margins });

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    let gone = false;
    let made: Viewer | null = null;
    const fail = (failure: unknown) => {
      if (!gone) setState((before) => ({ ...before, failure }));
    };
    Promise.all([import('@prdm/viewer'), import('@prdm/viewer/worker-url')])
      .then(([{ createViewer }, { workerUrl }]) =>
        createViewer(element, { workerUrl, ...atStart.current, onError: fail, labels: labels.current }),
      )
      .then((viewer) => {
        if (gone) return viewer.dispose();
        made = viewer;
        // The frames belong to the section tool. A cut from a viewpoint shows without them.
        viewer.tools.section.showFrames(false);
        // The lost context was reported as a failure, which ends when the context returns.
        viewer.on('contextRestored', () => setState((before) => ({ ...before, failure: null })));
        setState((before) => ({ ...before, viewer }));
      })
      .catch(fail);
    return () => {
      gone = true;
      made?.dispose();
      setState({ viewer: null, progress: null, ready: false, failure: null });
    };
  }, [host]);

  const { viewer } = state;
  useEffect(() => viewer?.setTheme(theme), [viewer, theme]);

  // Compared by content: a refetch returns another list with the same alignments.
  const lines = (model?.alignments ?? []).map(({ guid }) => guid).join(' ');
  const [id, projectId, versionId, bytes] = [model?.id, model?.projectId, model?.versionId, model?.bytes];
  useEffect(() => {
    if (!viewer || id === undefined || projectId === undefined || versionId === undefined) return;
    const stop = new AbortController();
    const fetchModel = async (signal: AbortSignal) => {
      const { bytes: data } = await fetchBytes(geometryAddress(projectId, id, versionId), { signal, expected: bytes });
      return data;
    };
    viewer
      .load({
        modelId: String(id),
        data: fetchModel,
        signal: stop.signal,
        alignments: lines === '' ? [] : lines.split(' '),
        onProgress: (progress) => setState((before) => ({ ...before, progress })),
      })
      .then(() => setState((before) => ({ ...before, progress: null, ready: true })))
      .catch((failure: unknown) => {
        if (!stop.signal.aborted) setState((before) => ({ ...before, progress: null, failure }));
      });
    return () => stop.abort();
  }, [viewer, id, projectId, versionId, bytes, lines]);

  return state;
}
