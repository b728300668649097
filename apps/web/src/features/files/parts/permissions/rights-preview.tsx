import type { FolderRight } from '@prdm/contract/status';
import { useT } from '../../../../lib/i18n.ts';
import { usePermissionPreview } from '../../files.queries.ts';
import { keyOf, type RightsChange } from './permission-rules.ts';
import { nameOf } from './permission-table.tsx';

/** Shows the gained and lost rights before they are saved: by row of the table, and by person as the server calculates. */
export function RightsPreview(props: { projectId: number; folderId: number; changes: readonly RightsChange[] }) {
  const t = useT();
  const { projectId, folderId, changes } = props;
  const { data } = usePermissionPreview(
    { projectId, folderId },
    changes.map(({ row, rights, seen }) => ({
      ...(row.to_kind === 'person' ? { user_id: row.to_id } : { role_id: row.to_id }),
      rights,
      seen,
    })),
  );
  if (changes.length === 0) return null;
  const words = (rights: readonly FolderRight[]) => rights.map((right) => t(`files.rights.name.${right}`)).join(' / ');
  return (
    <section className="rights-preview" aria-label={t('files.rights.preview')}>
      <h3>{t('files.rights.preview')}</h3>
      <ul>
        {changes.map(({ row, gains, loses }) => (
          <Line key={keyOf(row)} name={nameOf(row)} gains={words(gains)} losses={words(loses)} />
        ))}
      </ul>
      {data?.people !== undefined && (
        <div role="status">
          <h3>{t('files.rights.people', { count: data.total })}</h3>
          <ul aria-label={t('files.rights.peopleLabel')}>
            {data.people.map(({ id, name, gains, losses }) => (
              <Line key={id} name={name} gains={words(gains)} losses={words(losses)} />
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Line({ name, gains, losses }: { name: string; gains: string; losses: string }) {
  return (
    <li>
      <strong>{name}</strong>
      {gains !== '' && <span data-tone="green">+ {gains}</span>}
      {losses !== '' && <span data-tone="red">− {losses}</span>}
    </li>
  );
}
