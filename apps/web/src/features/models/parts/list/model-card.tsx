import { Link, useSearchParams } from 'react-router';
import { fileSize, number } from '../../../../lib/format.ts';
import { useT } from '../../../../lib/i18n.ts';
import { DateText } from '../../../../ui/date-text.tsx';
import { Icon } from '../../../../ui/look/icon.tsx';
import { Skeleton } from '../../../../ui/feedback/states.tsx';
import { withProcess } from '../../../processes/index.ts';
import { modelPath } from '../../addresses.ts';
import type { ModelCard as Model } from '../../models.queries.ts';
import { ChoosePicture } from '../../picture/choose-picture.tsx';
import { ModelStatus, ParseState } from './parse-state.tsx';
import { ModelPicture } from './stored-picture.tsx';

/** A model in its list: picture, state, owner, and the folder of its file. */
export function ModelCard({ model }: { model: Model }) {
  const t = useT();
  const [address] = useSearchParams();
  const to = withProcess(modelPath(model.project_id, model.id), address);
  return (
    <article className="model-card" data-testid={`model-${model.id}`} data-status={model.status}>
      {/* The name beside it is the link for keyboards and screen readers. */}
      <Link className="model-card-picture" to={to} tabIndex={-1} aria-hidden="true">
        <ModelPicture model={model} />
      </Link>
      <ChoosePicture model={model} />
      <div className="model-card-head">
        <Link className="model-card-name" to={to} title={model.name}>
          {model.name}
        </Link>
        <ModelStatus model={model} />
      </div>
      <p className="model-card-line">
        <span>{t('viewer.version', { n: model.version_no })}</span>
        {model.element_count !== null && (
          <span>{t('viewer.components', { count: model.element_count, n: number(model.element_count) })}</span>
        )}
        {model.schema !== '' && <span>{model.schema}</span>}
        <span className="tabular">{fileSize(model.size)}</span>
      </p>
      <p className="model-card-line">
        {model.uploader !== '' && <span>{model.uploader}</span>}
        <DateText value={model.uploaded_at} />
        <Link
          className="model-card-folder"
          to={`/file/index?project_id=${model.project_id}&pid=${model.folder_id}`}
          title={t('viewer.models.toFolder', { name: model.folder_name })}
        >
          <Icon name="folder" size={14} />
          <span>{model.folder_name}</span>
        </Link>
      </p>
      {model.warnings.map((warning) => (
        <p key={warning.code} className="model-warning">
          <Icon name="warning" size={14} /> {warning.text}
        </p>
      ))}
      <ParseState model={model} mayReparse={model.can.reparse} />
    </article>
  );
}

export const CardSkeleton = () => (
  <li className="model-card" aria-hidden="true">
    <span className="model-card-picture">
      <span className="model-picture" />
    </span>
    <Skeleton width="60%" />
    <Skeleton width="80%" />
  </li>
);
