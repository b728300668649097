import { Link } from 'react-router';
import type { ActionLogRow } from '@prdm/contract/organisation/action-log';
import { useT } from '../../../lib/i18n.ts';

type Narrowing = (filters: Readonly<Record<string, string>>) => void;

/** The changed fields of a row, before and after side by side, and the ways to related rows. */
export function Changes({ row, narrow }: { row: ActionLogRow; narrow: Narrowing }) {
  const t = useT();
  return (
    <div className="log-details">
      {row.changes.length === 0 ? (
        <p className="muted">{t('action-log.noChanges')}</p>
      ) : (
        <table className="log-changes">
          <thead>
            <tr>
              {(['field', 'before', 'after'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`action-log.column.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {row.changes.map(({ field, label, before, after }) => (
              <tr key={field}>
                <th scope="row">{label}</th>
                <Value text={before} name={t('action-log.column.before')} />
                <Value text={after} name={t('action-log.column.after')} isNew />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="log-links">
        {row.path !== null && <Link to={row.path}>{t('action-log.page', { name: row.target_name })}</Link>}
        {row.target_id !== null && (
          <button
            type="button"
            className="link-button"
            onClick={() => narrow({ record: `${row.kind}:${row.target_id}` })}
          >
            {t('action-log.filter.onlyRecord')}
          </button>
        )}
        {row.project_id !== null && (
          <button type="button" className="link-button" onClick={() => narrow({ record: `project:${row.project_id}` })}>
            {t('action-log.filter.onlyProject')}
          </button>
        )}
        {row.user_id !== null && (
          <button type="button" className="link-button" onClick={() => narrow({ user_id: String(row.user_id) })}>
            {t('action-log.filter.onlyPerson')}
          </button>
        )}
        <span className="muted tabular">
          {row.ip} {row.agent}
        </span>
      </p>
    </div>
  );
}

/** One side of a change. A side without the field stays blank; an empty value says so. */
function Value({ text, name, isNew = false }: { text: string | null; name: string; isNew?: boolean }) {
  const t = useT();
  return (
    <td className="log-value" data-new={isNew && text !== null} data-side={name}>
      {text === '' ? <span className="muted">{t('action-log.empty')}</span> : text}
    </td>
  );
}
