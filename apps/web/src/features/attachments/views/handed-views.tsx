import { Link } from 'react-router';
import { handedViewpointThumb, type HandedViewpointRow } from '@prdm/contract/kit/handed-viewpoints';
import { useT } from '../../../lib/i18n.ts';
import { usePicture } from '../../../lib/use-picture.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import type { HandedInMark } from '../handed-in.logic.ts';
import './views.css';

/** Address of the model at a handed-in view. `process` names the review for which it opens. */
export function handedViewPath(row: HandedViewpointRow, projectId: number, processId?: number): string {
  const query = new URLSearchParams({ id: String(row.model_id), project_id: String(projectId) });
  if (row.version_id !== null) query.set('version_id', String(row.version_id));
  query.set('handed', String(row.id));
  if (processId !== undefined) query.set('process', String(processId));
  return `/file/model/view?${query}`;
}

/** The viewpoints of a round: large pictures. A click opens the model at the view as it was handed in. */
export function HandedViews(props: {
  views: readonly { readonly row: HandedViewpointRow; readonly mark: HandedInMark | null }[];
  projectId: number;
  processId?: number | undefined;
}) {
  return (
    <ul className="handed-views">
      {props.views.map(({ row, mark }) => (
        <li key={row.id}>
          <ViewCard row={row} mark={mark} projectId={props.projectId} processId={props.processId} />
        </li>
      ))}
    </ul>
  );
}

function ViewCard(props: {
  row: HandedViewpointRow;
  mark: HandedInMark | null;
  projectId: number;
  processId?: number | undefined;
}) {
  const t = useT();
  const { row, mark, projectId } = props;
  const picture = usePicture(
    row.has_thumb ? `${handedViewpointThumb.path}?project_id=${projectId}&id=${row.id}` : null,
  );
  const content = (
    <>
      <span className="handed-view-picture">
        {picture === null ? <Icon name="model" size={48} /> : <img src={picture} alt="" />}
      </span>
      <span className="handed-view-line">
        <span className="handed-view-name">{row.name}</span>
        {mark !== null && (
          <span className="handed-in-mark" data-mark={mark}>
            {t(`attachments.handedIn.${mark}`)}
          </span>
        )}
      </span>
      <span className="attachment-fact">
        <span className="handed-view-model">{row.model_name}</span>
        {row.version_no !== null && <span>{t('attachments.views.version', { n: row.version_no })}</span>}
        {!row.can_open && <span>{t('attachments.views.cannotOpen')}</span>}
      </span>
    </>
  );
  if (!row.can_open) return <div className="handed-view">{content}</div>;
  return (
    <Link
      className="handed-view"
      to={handedViewPath(row, projectId, props.processId)}
      aria-label={t('attachments.views.open', { name: row.name })}
    >
      {content}
    </Link>
  );
}
