import { Link } from 'react-router';
import { number } from '../../../../lib/format.ts';
import { useT } from '../../../../lib/i18n.ts';
import { inProject } from '../../../../lib/in-project.ts';
import { Icon } from '../../../../ui/look/icon.tsx';
import type { HandedView } from './use-handed-view.ts';
import type { Missing } from './apply-view.ts';

/** A quiet line over a model that is shown as it was handed in for review, with the way back to the task. */
export function HandedNote(props: { handed: HandedView | null; missing: Missing | null; projectId: number }) {
  const t = useT();
  const { handed, missing } = props;
  if (handed === null) return null;
  return (
    <p className="model-hint" role="status">
      <Icon name="info" size={14} />
      <span>{t('attachments.views.handedNote', { name: handed.name, n: handed.round })}</span>
      {missing !== null && (
        <span>{t('viewer.viewpoints.missing', { n: number(missing.n), m: number(missing.m), count: missing.n })}</span>
      )}
      {handed.kind === 'task' && (
        <Link to={inProject(`/file/task/index?id=${handed.record_id}`, props.projectId)}>
          {t('attachments.views.toTask')}
        </Link>
      )}
    </p>
  );
}
