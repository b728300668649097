import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { number } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import type { ModelInfo } from '../models.queries.ts';
import { ModelStatus } from './list/parse-state.tsx';
import type { DockSide, OpenDocks } from './use-docks.ts';
import { VersionSwitch } from './version-switch.tsx';

/** Name and state of the model, with `children` at the end. */
export function ModelHead({ model, children }: { model: ModelInfo; children: ReactNode }) {
  const t = useT();
  return (
    <header className="model-head">
      <Link
        className="model-back"
        to={`/file/model/index?project_id=${model.project_id}`}
        aria-label={t('viewer.back')}
      >
        <Icon name="left" />
      </Link>
      <h1>{model.name}</h1>
      <VersionSwitch model={model} />
      <ModelStatus model={model} />
      {model.element_count !== null && (
        <span className="model-note-small tabular">
          {t('viewer.components', { count: model.element_count, n: number(model.element_count) })}
        </span>
      )}
      {model.warnings.map((warning) => (
        <span key={warning.code} className="model-warning" title={warning.text}>
          <Icon name="warning" size={14} /> {warning.text}
        </span>
      ))}
      {children}
    </header>
  );
}

const DOCKS = [
  ['left', 'department', 'viewer.leftDock'],
  ['right', 'info', 'viewer.properties.title'],
] as const;

/** Shows and hides the docks. */
export function DockButtons({ docks, turn }: { docks: OpenDocks; turn(side: DockSide): void }) {
  const t = useT();
  return (
    <span className="model-dock-buttons">
      {DOCKS.map(([side, icon, label]) => (
        <button
          key={side}
          type="button"
          className="model-tool"
          aria-label={t(label)}
          title={t(label)}
          aria-expanded={docks[side]}
          aria-controls={`model-dock-${side}`}
          onClick={() => turn(side)}
        >
          <Icon name={icon} />
        </button>
      ))}
    </span>
  );
}
