import { useSearchParams } from 'react-router';
import { date } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import type { ModelInfo } from '../models.queries.ts';

/** Selects the version on the screen. The address names every version except the newest. The chosen viewpoint stays. */
export function VersionSwitch({ model }: { model: ModelInfo }) {
  const t = useT();
  const [, setAddress] = useSearchParams();
  const { versions, version_no } = model;
  if (versions.length < 2) return <span className="model-note-small">{t('viewer.version', { n: version_no })}</span>;
  const shown = model.viewable?.version_id ?? model.version_id;
  const open = (id: number) =>
    setAddress((before) => {
      const isNewest = versions.find(({ openable }) => openable)?.version_id === id;
      // A viewpoint without a version would open in its own version.
      if (isNewest && !before.has('vp')) before.delete('version_id');
      else before.set('version_id', String(id));
      return before;
    });
  return (
    <select
      className="model-version"
      aria-label={t('viewer.versions.title')}
      value={shown}
      onChange={({ target }) => open(Number(target.value))}
    >
      {versions.map(({ version_id, version_no: n, uploaded_at, uploader, openable, status, newest }) => (
        <option key={version_id} value={version_id}>
          {[
            newest ? t('viewer.versions.newest', { n }) : t('viewer.version', { n }),
            openable ? '' : t(`status.model.${status}`),
            date(uploaded_at),
            uploader,
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </option>
      ))}
    </select>
  );
}
