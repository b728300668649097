import { Link } from 'react-router';
import { useT } from '../../../../lib/i18n.ts';
import { Icon } from '../../../../ui/look/icon.tsx';
import { useModelOfFile, type FileInfo } from '../../files.queries.ts';

/** Replaces the preview: shows that the file is a model, or why it could not become one. */
export function FileModelState({ file }: { file: FileInfo }) {
  const t = useT();
  const { data } = useModelOfFile(file.project_id, file.id, true);
  const newest = data?.versions.find((version) => version.newest);
  const isFailed = newest?.status === 'failed';
  return (
    <p className="file-unshown" data-failed={isFailed}>
      <Icon name={isFailed ? 'error' : 'model'} />
      {isFailed ? t('files.preview.modelFailed', { why: newest.reason_text }) : t('files.preview.asModel')}
    </p>
  );
}

/** Links to the model of this file. Without a known model it links to the list of models. */
export function FileModelLink({ file }: { file: FileInfo }) {
  const t = useT();
  const { data } = useModelOfFile(file.project_id, file.id, true);
  const id = data?.model_id ?? null;
  return (
    <Link
      className="button"
      to={
        id === null
          ? `/file/model/index?project_id=${file.project_id}`
          : `/file/model/view?id=${id}&project_id=${file.project_id}`
      }
    >
      <Icon name="model" /> {t('files.toModels')}
    </Link>
  );
}
