import { Form, type FormInstance } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { rightName } from './roles.logic.ts';
import { usePreview } from './roles.queries.ts';

const PARTS = ['access', 'view_range', 'content_access', 'module_permission'] as const;
/** Time in ms after the last change until the server calculates. */
const SETTLES_MS = 500;

/** The gains and losses that saving would have: their number, and unfolded by right and by person. Changes nothing. */
export function RolePreview({ id, form }: { id: number; form: FormInstance }) {
  const t = useT();
  const values = Form.useWatch([], form) as Record<string, unknown> | undefined;
  const { mutate, data } = usePreview();
  const given = JSON.stringify(PARTS.map((part) => values?.[part]));
  const ask = useEffectEvent(() => {
    if (values === undefined) return;
    mutate({ id, ...Object.fromEntries(PARTS.map((part) => [part, values[part]])) } as Parameters<typeof mutate>[0]);
  });
  useEffect(() => {
    const timer = setTimeout(ask, SETTLES_MS);
    return () => clearTimeout(timer);
  }, [given]);
  if (data?.rights === undefined) return null;
  if (data.total === 0)
    return (
      <p className="role-preview muted" role="status">
        {t('roles.preview.none', { count: data.holders })}
      </p>
    );
  const names = (steps: (typeof data.people)[number]['gains']) =>
    steps.map(({ part, key }) => rightName(t, part === 'view_range' ? 'access' : part, key)).join(t('records.and'));
  const gains = data.rights.filter(({ gain }) => gain > 0).length;
  const losses = data.rights.filter(({ lose }) => lose > 0).length;
  return (
    <details className="role-preview">
      <summary>
        <span role="status">{t('roles.preview.effect', { count: data.total, gains, losses })}</span>
      </summary>
      <section aria-label={t('roles.preview.title')}>
        <ul>
          {data.rights.flatMap(({ part, key, gain, lose }) => {
            const right = rightName(t, part === 'view_range' ? 'access' : part, key);
            const isRange = part === 'view_range';
            return [
              gain > 0 && (
                <li key={`${part} ${key} gain`}>
                  {t(isRange ? 'roles.preview.wider' : 'roles.preview.gain', { count: gain, right })}
                </li>
              ),
              lose > 0 && (
                <li key={`${part} ${key} lose`}>
                  {t(isRange ? 'roles.preview.narrower' : 'roles.preview.lose', { count: lose, right })}
                </li>
              ),
            ];
          })}
        </ul>
        <details>
          <summary>{t('roles.preview.people', { count: data.total })}</summary>
          <ul>
            {data.people.map(({ id: userId, name, gains, losses }) => (
              <li key={userId}>
                {name}
                {gains.length > 0 && ` ${t('roles.preview.gains', { rights: names(gains) })}`}
                {losses.length > 0 && ` ${t('roles.preview.losses', { rights: names(losses) })}`}
              </li>
            ))}
          </ul>
        </details>
      </section>
    </details>
  );
}
