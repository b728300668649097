import { useState, type ReactNode } from 'react';
import type { ComponentRef, Viewer } from '@prdm/viewer';
import type { OpinionRow } from '@prdm/contract/processes/opinions';
import { useT } from '../../../../lib/i18n.ts';
import { onTabKey } from '../../../../ui/controls/tab-keys.ts';
import { OpinionsOnModel } from '../../../processes/index.ts';
import { Dock } from '../dock.tsx';
import type { Docks } from '../use-docks.ts';
import { useOpinionPlace } from './use-opinion-place.ts';

type Tab = 'properties' | 'opinions';

/** The right dock: `children` show the properties. With a process the opinions have a tab beside them. */
export function RightDock(props: {
  docks: Docks;
  processId: number | null;
  /** The opinions, when the model is drawn. */
  opinions: ReactNode;
  children: ReactNode;
}) {
  const t = useT();
  const { docks, processId, opinions, children } = props;
  const [tab, setTab] = useState<Tab>('opinions');
  if (processId === null)
    return (
      <Dock side="right" label={t('viewer.properties.title')} docks={docks}>
        {children}
      </Dock>
    );
  const label = { properties: t('viewer.properties.title'), opinions: t('opinion-pages.model.tab') };
  return (
    <Dock side="right" label={label[tab]} docks={docks}>
      <div className="model-tabs" role="tablist" aria-label={t('opinion-pages.model.dock')} onKeyDown={onTabKey}>
        {(['opinions', 'properties'] as const).map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={tab === name}
            tabIndex={tab === name ? 0 : -1}
            onClick={() => setTab(name)}
          >
            {label[name]}
          </button>
        ))}
      </div>
      {tab === 'properties' ? children : <div className="model-dock-body">{opinions}</div>}
    </Dock>
  );
}

/** The opinions of a process on the open model. A new one is about the selected component or the present view. */
export function DockOpinions(props: {
  viewer: Viewer;
  processId: number;
  modelId: number;
  versionId: number;
  selection: readonly ComponentRef[];
  viewName: string;
  chosen: number | null;
  onView: (row: OpinionRow) => void;
}) {
  const { processId, modelId, chosen, onView } = props;
  const place = useOpinionPlace(props);
  return <OpinionsOnModel processId={processId} modelId={modelId} chosen={chosen} place={place} onView={onView} />;
}
