import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ComponentRef, TreeNode, Viewer } from '@prdm/viewer';
import { useT } from '../../../lib/i18n.ts';
import { isGone } from '../../../lib/queries.ts';
import { tellFailure } from '../../../lib/query-client.ts';
import { Icon } from '../../../ui/icon.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../../ui/states.tsx';
import { useModel, useViewpoint, type ModelInfo, type ViewpointRow } from '../models.queries.ts';
import { ComponentTree } from '../parts/component-tree.tsx';
import { ModelToolBar } from '../parts/model-tool-bar.tsx';
import { DockButtons, ModelHead } from '../parts/model-head.tsx';
import { ParseState } from '../parts/parse-state.tsx';
import { PropertiesPanel } from '../parts/properties-panel.tsx';
import { useDocks, type OpenDocks } from '../parts/use-docks.ts';
import { useViewer } from '../parts/use-viewer.ts';
import { ViewpointsPanel } from '../parts/viewpoints-panel.tsx';
import '../parts/models.css';

/** One model in the window: canvas in the middle, tree and viewpoints left, properties right. `id` and `vp` stand in the address. */
export default function ModelPage() {
  const [address] = useSearchParams();
  const id = Number(address.get('id') ?? 0);
  const { data, error, refetch } = useModel(id);
  const t = useT();
  const { docks, turn } = useDocks();
  const model = isGone(error) ? undefined : data;
  if (!(id > 0)) return <EmptyState icon="model" title={t('viewer.noId')} />;
  if (!model) {
    return (
      <div className="model-page">
        {error === null ? <DockSkeleton /> : <FailedState error={error} onRetry={() => void refetch()} />}
      </div>
    );
  }
  return (
    <div className="model-page">
      <ModelHead model={model}>{model.viewable && <DockButtons docks={docks} turn={turn} />}</ModelHead>
      {model.viewable ? (
        <ModelDesk key={model.viewable.version_id} model={model} viewable={model.viewable} docks={docks} />
      ) : (
        <Unviewable model={model} />
      )}
    </div>
  );
}

const Unviewable = ({ model }: { model: ModelInfo }) => (
  <div className="model-unviewable">
    <ParseState model={model} mayReparse={model.can.reparse} />
  </div>
);

type LeftTab = 'tree' | 'viewpoints';

function ModelDesk(props: { model: ModelInfo; viewable: NonNullable<ModelInfo['viewable']>; docks: OpenDocks }) {
  const { model, viewable, docks } = props;
  const t = useT();
  const host = useRef<HTMLDivElement>(null);
  const { viewer, progress, ready, failure } = useViewer(host, {
    id: model.id,
    versionId: viewable.version_id,
    bytes: viewable.bytes,
  });
  const selection = useSelection(viewer);
  const [address, setAddress] = useSearchParams();
  const chosen = address.get('vp') === null ? null : Number(address.get('vp'));
  const [tab, setTab] = useState<LeftTab>(chosen === null ? 'tree' : 'viewpoints');
  const { data: viewpoint, error: refusal } = useViewpoint(chosen);
  const state = viewpoint?.id === chosen ? viewpoint?.state : undefined;
  useEffect(() => {
    if (ready && viewer && state) void viewer.viewpoint.apply(state);
  }, [ready, viewer, state]);
  // A link to a viewpoint that was deleted opens the model all the same, and says so.
  const lost = isGone(refusal) ? refusal : null;
  useEffect(() => {
    if (lost === null) return;
    tellFailure(lost);
    setAddress(
      (before) => {
        before.delete('vp');
        return before;
      },
      { replace: true },
    );
  }, [lost, setAddress]);
  const choose = (row: ViewpointRow | null) => {
    if (row?.id === chosen && row && viewer) void viewer.viewpoint.apply(row.state);
    setAddress(
      (before) => {
        if (row) before.set('vp', String(row.id));
        else before.delete('vp');
        return before;
      },
      { replace: true },
    );
  };

  return (
    <div className="model-desk" data-ready={ready}>
      <aside id="model-dock-left" className="model-dock" aria-label={t('viewer.leftDock')} hidden={!docks.left}>
        <div className="model-tabs" role="tablist">
          {(['tree', 'viewpoints'] as const).map((name) => (
            <button key={name} type="button" role="tab" aria-selected={tab === name} onClick={() => setTab(name)}>
              {t(`viewer.${name}.title`)}
            </button>
          ))}
        </div>
        {!ready && failure === null && tab === 'tree' && <DockSkeleton />}
        {viewer && ready && tab === 'tree' && (
          <Tree viewer={viewer} selected={selection.length === 1 ? (selection[0]?.guid ?? null) : null} />
        )}
        {viewer && tab === 'viewpoints' && (
          <ViewpointsPanel viewer={viewer} model={model} chosen={chosen} onChoose={choose} />
        )}
      </aside>
      <div className="model-stage">
        <div ref={host} className="model-canvas" data-testid="model-canvas" />
        {viewer && ready && <ModelToolBar viewer={viewer} />}
        {model.status !== 'parsed' && (
          <div className="model-newer">
            <ParseState model={model} mayReparse={model.can.reparse} />
          </div>
        )}
        {!ready && failure === null && (
          <div className="model-loading" role="status">
            <div className="model-loading-card">
              <div className="model-progress">
                <span style={{ width: `${Math.round((progress?.progress ?? 0.02) * 100)}%` }} />
              </div>
              {t('viewer.loading')}
            </div>
          </div>
        )}
        {failure !== null && <Failure failure={failure} />}
      </div>
      <aside
        id="model-dock-right"
        className="model-dock model-dock-right"
        aria-label={t('viewer.properties.title')}
        hidden={!docks.right}
      >
        {!ready && failure === null && <DockSkeleton />}
        {viewer && ready && <PropertiesPanel viewer={viewer} selection={selection} units={model.units} />}
      </aside>
    </div>
  );
}

/** The tree needs one function of the viewer's package, which comes in the same lazy chunk. */
function Tree({ viewer, selected }: { viewer: Viewer; selected: string | null }) {
  const [under, setUnder] = useState<{ guids: (node: TreeNode) => string[] } | null>(null);
  useEffect(() => {
    void import('@prdm/viewer').then(({ guidsUnder }) => setUnder({ guids: guidsUnder }));
  }, []);
  return under && <ComponentTree viewer={viewer} guidsUnder={under.guids} selected={selected} />;
}

const DockSkeleton = () => (
  <div className="model-note">
    <SkeletonLines lines={6} />
  </div>
);

function useSelection(viewer: Viewer | null): readonly ComponentRef[] {
  const [selection, setSelection] = useState<readonly ComponentRef[]>([]);
  useEffect(() => viewer?.tools.select.on('change', (change) => setSelection(change.selection)), [viewer]);
  return selection;
}

function Failure({ failure }: { failure: unknown }) {
  const t = useT();
  const code = typeof failure === 'object' && failure !== null && 'code' in failure ? String(failure.code) : '';
  const known = ['webgl', 'worker', 'model', 'empty', 'context'].includes(code);
  return (
    <div className="model-loading" role="alert">
      <p className="model-failed-title">
        <Icon name="error" /> {t('viewer.previewFailed')}
      </p>
      <p>{known ? t(`viewer.failure.${code}`) : t('viewer.failure.other')}</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        {t('viewer.again')}
      </button>
    </div>
  );
}
