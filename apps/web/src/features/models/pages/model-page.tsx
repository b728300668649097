import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ComponentRef, TreeNode, Viewer } from '@prdm/viewer';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useT, keyInData } from '../../../lib/i18n.ts';
import { isGone } from '../../../lib/api/queries.ts';
import { useRecordTitle } from '../../../lib/record-title.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { onTabKey } from '../../../ui/controls/tab-keys.ts';
import { modelPath } from '../addresses.ts';
import { storeyNames, storeysOf } from '../models.logic.ts';
import type { ModelInfo } from '../models.queries.ts';
import { Completeness } from '../parts/completeness/completeness.tsx';
import { ComponentTree } from '../parts/tree/component-tree.tsx';
import { Dock } from '../parts/dock.tsx';
import { ModelToolBar } from '../parts/model-tool-bar.tsx';
import { DockButtons, ModelHead } from '../parts/model-head.tsx';
import { DockOpinions, RightDock } from '../parts/opinions/right-dock.tsx';
import { useOpinionView } from '../parts/opinions/use-opinion-view.ts';
import { ParseState } from '../parts/list/parse-state.tsx';
import { PickedPoint } from '../parts/picked-point.tsx';
import { PropertiesPanel } from '../parts/tree/properties-panel.tsx';
import type { ViewDraft } from '../parts/viewpoints/save-viewpoint.tsx';
import { StoreyStrip } from '../parts/storey-strip.tsx';
import { ConvertAgain } from '../parts/list/convert-again.tsx';
import { useCanvasMenu } from '../parts/tree/use-canvas-menu.ts';
import { useComponentActions } from '../parts/tree/use-component-actions.ts';
import { useComponentKeys } from '../parts/tree/use-component-keys.ts';
import { useComponentMenu, type Place } from '../parts/tree/use-component-menu.tsx';
import { useDocks, type Docks } from '../parts/use-docks.ts';
import { useFollowed } from '../parts/use-followed.ts';
import { useModelPicture } from '../parts/list/use-model-picture.ts';
import { useShownVersion } from '../parts/use-shown-version.ts';
import { useViewer } from '../parts/use-viewer.ts';
import { HandedNote } from '../parts/viewpoints/handed-note.tsx';
import { useHandedView } from '../parts/viewpoints/use-handed-view.ts';
import { useViewpointView } from '../parts/viewpoints/use-viewpoint-view.ts';
import { ViewpointNote } from '../parts/viewpoints/viewpoint-note.tsx';
import { ViewpointsPanel } from '../parts/viewpoints/viewpoints-panel.tsx';
import '../parts/models.css';

/**
 * One model in the window: canvas in the middle, tree and viewpoints left, properties and opinions right. The address
 * holds `id`, `vp`, `opinion` and `process`.
 */
export default function ModelPage() {
  const [address] = useSearchParams();
  const id = Number(address.get('id') ?? 0);
  const { data, error, refetch } = useShownVersion(id);
  useErrorPage(error);
  const t = useT();
  const docks = useDocks(address.has('process') || address.has('opinion') ? 'right' : null);
  const model = isGone(error) ? undefined : data;
  useRecordTitle(
    model?.name,
    model && { kind: 'model', id: model.id, to: modelPath(model.project_id, model.id), projectId: model.project_id },
  );
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
      <ModelHead model={model}>
        <Completeness model={model} />
        {model.viewable && <DockButtons docks={docks.open} turn={docks.turn} />}
      </ModelHead>
      <ConvertAgain model={model} />
      {model.viewable ? (
        // A repeated conversion gives the same version another geometry.
        <ModelDesk
          key={`${model.viewable.version_id} ${model.viewable.converter}`}
          model={model}
          viewable={model.viewable}
          docks={docks}
        />
      ) : (
        <Unviewable model={model} />
      )}
    </div>
  );
}

/** Height of the bars over the picture, with their spacing. A fitted model keeps clear of them. */
const BAR = 60;
const STRIP = 56;

const Unviewable = ({ model }: { model: ModelInfo }) => (
  <div className="model-unviewable">
    <ParseState model={model} mayReparse={model.can.reparse} version={model.version_id} />
  </div>
);

type LeftTab = 'tree' | 'viewpoints';

function ModelDesk(props: { model: ModelInfo; viewable: NonNullable<ModelInfo['viewable']>; docks: Docks }) {
  const { model, viewable, docks } = props;
  const t = useT();
  const host = useRef<HTMLDivElement>(null);
  const storeys = useMemo(() => storeysOf(model.storeys), [model.storeys]);
  const names = useMemo(() => storeyNames(model.storeys), [model.storeys]);
  const { viewer, progress, ready, failure } = useViewer(
    host,
    {
      id: model.id,
      projectId: model.project_id,
      versionId: viewable.version_id,
      bytes: viewable.bytes,
      alignments: model.alignments,
    },
    { top: BAR, bottom: storeys.length > 1 ? STRIP : 0 },
  );
  const selection = useSelection(viewer);
  useRevealed(docks, selection.length > 0);
  const { chosen, viewpoint, missing, choose, isPlaced } = useViewpointView(viewer, ready, model);
  const opinions = useOpinionView(viewer, ready, model);
  const { handed, missing: missingOfHanded, isPlaced: isHandedPlaced } = useHandedView(viewer, ready, model);
  const [isWhole] = useState(chosen === null && opinions.chosen === null && isHandedPlaced);
  const isTaken = useModelPicture(viewer, ready && isWhole && model.is_newest, model);
  const isShown = ready && isPlaced && opinions.isPlaced && isHandedPlaced && !isTaken;
  const [tab, setTab] = useState<LeftTab>(chosen === null ? 'tree' : 'viewpoints');
  const [draft, setDraft] = useState<ViewDraft | null>(null);
  const turnTo = (to: LeftTab, toSave: ViewDraft | null = null) => {
    setTab(to);
    setDraft(toSave);
  };
  const actions = useComponentActions({
    viewer: ready ? viewer : null,
    model,
    selection,
    onSave: (name) => {
      turnTo('viewpoints', { name });
      if (!docks.open.left) docks.turn('left');
    },
  });
  useComponentKeys(isShown ? viewer : null, actions);
  const { menu, openAt } = useComponentMenu(actions);
  useCanvasMenu(isShown ? viewer : null, host, openAt);

  return (
    <>
      <HandedNote handed={handed} missing={missingOfHanded} projectId={model.project_id} />
      <ViewpointNote model={model} viewpoint={viewpoint ?? opinions.version} missing={missing ?? opinions.missing} />
      <div className="model-desk" data-ready={isShown}>
        <Dock side="left" label={t('viewer.leftDock')} docks={docks}>
          <div className="model-tabs" role="tablist" onKeyDown={onTabKey}>
            {(['tree', 'viewpoints'] as const).map((name) => (
              <button
                key={name}
                type="button"
                role="tab"
                aria-selected={tab === name}
                tabIndex={tab === name ? 0 : -1}
                onClick={() => turnTo(name)}
              >
                {t(`viewer.${name}.title`)}
              </button>
            ))}
          </div>
          {!ready && failure === null && tab === 'tree' && <DockSkeleton />}
          {viewer && ready && tab === 'tree' && (
            <Tree
              viewer={viewer}
              selected={selection.length === 1 ? (selection[0]?.guid ?? null) : null}
              names={names}
              onMenu={openAt}
            />
          )}
          {viewer && tab === 'viewpoints' && (
            <ViewpointsPanel viewer={viewer} model={model} draft={draft} chosen={chosen} onChoose={choose} />
          )}
        </Dock>
        <div className="model-stage">
          <div ref={host} className="model-canvas" data-testid="model-canvas" />
          {viewer && isShown && <ModelToolBar viewer={viewer} actions={actions} />}
          {viewer && isShown && storeys.length > 1 && <StoreyStrip viewer={viewer} storeys={storeys} />}
          {model.status !== 'parsed' && (
            <div className="model-newer">
              <ParseState model={model} mayReparse={model.can.reparse} />
            </div>
          )}
          {!isShown && failure === null && (
            <div className="model-loading model-cover" role="status">
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
        {menu}
        <RightDock
          docks={docks}
          processId={opinions.processId}
          opinions={
            viewer &&
            isShown &&
            opinions.processId !== null && (
              <DockOpinions
                viewer={viewer}
                processId={opinions.processId}
                modelId={model.id}
                versionId={viewable.version_id}
                selection={selection}
                viewName={viewpoint?.name ?? model.name}
                chosen={opinions.chosen}
                onView={opinions.show}
              />
            )
          }
        >
          {!ready && failure === null && <DockSkeleton />}
          {viewer && ready && <PropertiesPanel viewer={viewer} selection={selection} units={model.units} />}
          {viewer && ready && model.coordinates && <PickedPoint viewer={viewer} coordinates={model.coordinates} />}
        </RightDock>
      </div>
    </>
  );
}

/** The tree needs one function of the viewer package, which is in the same lazy chunk. */
function Tree(props: {
  viewer: Viewer;
  selected: string | null;
  names: ReadonlyMap<string, string>;
  onMenu: (place: Place) => void;
}) {
  const [under, setUnder] = useState<{ guids: (node: TreeNode) => string[] } | null>(null);
  useEffect(() => {
    void import('@prdm/viewer').then(({ guidsUnder }) => setUnder({ guids: guidsUnder }));
  }, []);
  return under && <ComponentTree {...props} guidsUnder={under.guids} />;
}

const DockSkeleton = () => (
  <div className="model-note">
    <SkeletonLines lines={6} />
  </div>
);

function useSelection(viewer: Viewer | null): readonly ComponentRef[] {
  const select = viewer?.tools.select ?? null;
  return useFollowed(select, 'change', () => select?.selection ?? []);
}

/** Longer than a double click. A dock that opens between two clicks moves the component away from the pointer. */
const DOUBLE_CLICK_MS = 400;

/** The properties open with the first selection, unless the reader has closed them before. */
function useRevealed({ reveal }: Docks, isSelected: boolean): void {
  useEffect(() => {
    if (!isSelected) return;
    const timer = setTimeout(() => reveal('right'), DOUBLE_CLICK_MS);
    return () => clearTimeout(timer);
  }, [isSelected, reveal]);
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
      <p>{known ? t(keyInData(`viewer.failure.${code}`)) : t('viewer.failure.other')}</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        {t('viewer.again')}
      </button>
    </div>
  );
}
