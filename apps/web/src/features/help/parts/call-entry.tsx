import { useState } from 'react';
import { useT, keyInData } from '../../../lib/i18n.ts';
import type { CallDescription, FieldLine } from '../help.logic.ts';

/** One call as a line that unfolds to its access, ids and fields. */
export function CallEntry({ call }: { call: CallDescription }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <details className="api-call" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="api-method" data-method={call.method}>
          {call.method}
        </span>
        <span className="api-what">
          <code>{call.path}</code>
          <span className="api-summary" lang="en">
            {call.summary}
          </span>
        </span>
        <span className="api-access">{accessText(call, t)}</span>
      </summary>
      {open && (
        <div className="api-detail">
          <p>
            {t('help.operation')} <code>{call.operationId}</code>
          </p>
          {call.transport !== 'form' && <p>{t('help.transport', { transport: call.transport })}</p>}
          {call.ids.length > 0 && (
            <>
              <h3>{t('help.ids')}</h3>
              <ul className="api-ids">
                {call.ids.map(({ field, kind, right }) => (
                  <li key={field}>
                    <code>{field}</code> {t('help.id', { kind, right })}
                  </li>
                ))}
              </ul>
            </>
          )}
          <Fields title={t('help.input')} none={t('help.noInput')} fields={call.input} marksRequired />
          <Fields title={t('help.output')} none={t('help.noOutput')} fields={call.output} />
          <h3>{t('help.refusals')}</h3>
          <ul className="api-ids">
            {call.refusals.map((code) => (
              <li key={code}>
                <code>{code}</code> {t(keyInData(`codes.${code}`))}
              </li>
            ))}
          </ul>
        </div>
      )}
    </details>
  );
}

interface FieldsProps {
  readonly title: string;
  readonly none: string;
  readonly fields: readonly FieldLine[];
  /** Whether required fields are marked. An answer always has every field, so it needs no marks. */
  readonly marksRequired?: boolean;
}

function accessText({ access, ids }: CallDescription, t: ReturnType<typeof useT>): string {
  if (access.kind === 'public') return t('help.access.public');
  if (access.kind === 'system') return t('help.access.system');
  if (access.kind === 'range') return t('help.access.range', { node: access.node });
  // A signed-in caller also needs a right to every id. The ids below name that right.
  if (!('nodes' in access)) return t(ids.length === 0 ? 'help.access.signedIn' : 'help.access.signedInAndRecords');
  return t(`help.access.${access.kind}`, {
    scope: t(keyInData(`help.scope.${access.scope}`)),
    nodes: access.nodes.join(', '),
  });
}

function Fields({ title, none, fields, marksRequired = false }: FieldsProps) {
  const t = useT();
  return (
    <>
      <h3>{title}</h3>
      {fields.length === 0 ? (
        <p className="api-none">{none}</p>
      ) : (
        <table className="api-fields">
          <thead>
            <tr>
              <th className="api-name">{t('help.field')}</th>
              <th>{t('help.type')}</th>
              <th className="api-bounds">{t('help.bounds')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field, at) => (
              <tr key={at}>
                <td style={{ paddingLeft: field.depth * 16 }}>
                  <code>{field.name}</code>
                  {marksRequired && field.required && <span className="api-required"> {t('common.required')}</span>}
                </td>
                <td className="api-type">{field.type}</td>
                <td>{field.bounds}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
