import type { Viewer } from '@prdm/viewer';
import { dateTime, relative } from '../../../../lib/format.ts';
import { useT } from '../../../../lib/i18n.ts';
import { taskAddress } from '../../models.logic.ts';
import { confirm } from '../../../../ui/feedback/confirm.tsx';
import { Icon } from '../../../../ui/look/icon.tsx';
import { useDelViewpoint, useViewpoints, type ModelInfo, type ViewpointRow } from '../../models.queries.ts';
import { SaveViewpoint, type ViewDraft } from './save-viewpoint.tsx';
import { ViewpointPicture } from '../list/stored-picture.tsx';
import { useLocked } from '../use-locked.ts';
import { ViewpointComments } from './viewpoint-comments.tsx';

/** Saved views of the model. A click opens one, its comments are below it, and a task can be created from it. */
export function ViewpointsPanel(props: {
  viewer: Viewer;
  model: ModelInfo;
  draft: ViewDraft | null;
  chosen: number | null;
  onChoose: (viewpoint: ViewpointRow | null) => void;
}) {
  const { viewer, model, draft, chosen, onChoose } = props;
  const t = useT();
  const { data } = useViewpoints(model.project_id, model.id);
  const rows = data?.list ?? [];
  return (
    <div className="model-dock-body">
      {model.can.viewpoint && <SaveViewpoint viewer={viewer} model={model} draft={draft} />}
      {data && rows.length === 0 && (
        <p className="model-note">
          {model.can.viewpoint ? t('viewer.viewpoints.emptyMine') : t('viewer.viewpoints.empty')}
        </p>
      )}
      <ul className="model-viewpoints">
        {rows.map((row) => (
          <li key={row.id} data-chosen={row.id === chosen}>
            <button
              type="button"
              className="model-viewpoint"
              aria-pressed={row.id === chosen}
              onClick={() => onChoose(row)}
            >
              <ViewpointPicture projectId={model.project_id} viewpoint={row} />
              <span className="model-viewpoint-text">
                <span className="model-viewpoint-name">{row.name}</span>
                <span className="model-viewpoint-by" title={dateTime(row.created_at)}>
                  {row.created_by_name} · {relative(row.created_at)}
                </span>
                <span className="model-viewpoint-by">
                  <Icon name="comment" size={12} /> {row.comment_count}
                </span>
              </span>
            </button>
            {row.id === chosen && <Chosen row={row} model={model} onGone={() => onChoose(null)} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Chosen({ row, model, onGone }: { row: ViewpointRow; model: ModelInfo; onGone: () => void }) {
  const t = useT();
  const del = useDelViewpoint();
  const [isRemoving, run] = useLocked();
  const remove = async () => {
    if (
      !(await confirm({
        title: t('viewer.viewpoints.delTitle', { name: row.name }),
        text: t('viewer.viewpoints.delText'),
        verb: t('common.delete'),
        danger: true,
      }))
    )
      return;
    del.mutate({ project_id: model.project_id, id: row.id, version: row.version }, { onSuccess: onGone });
  };
  return (
    <div className="model-viewpoint-open">
      <div className="model-viewpoint-actions">
        <a className="button button-small" href={taskAddress(model.project_id, row)}>
          <Icon name="task" size={14} /> {t('viewer.viewpoints.makeTask')}
        </a>
        {row.can.del && (
          <button type="button" className="button button-small" disabled={isRemoving} onClick={() => void run(remove)}>
            <Icon name="trash" size={14} /> {t('common.delete')}
          </button>
        )}
      </div>
      <ViewpointComments projectId={model.project_id} id={row.id} />
    </div>
  );
}
