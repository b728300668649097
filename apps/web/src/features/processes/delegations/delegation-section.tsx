import { lazy, Suspense, useState } from 'react';
import type { DelegationRow } from '@prdm/contract/processes/delegations';
import { dateTime } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { useAddDelegation, useDelegations, useEndDelegation, useRefuseDelegation } from './delegations.queries.ts';
import './delegations.css';

/** The form needs the component library, so it loads when it opens. */
const DelegationForm = lazy(() => import('./delegation-form.tsx'));

/** The delegations of the reader's reviews, and those to the reader. A section of the profile. */
export function DelegationSection() {
  const t = useT();
  const { data, error, refetch } = useDelegations();
  const [form, setForm] = useState<DelegationRow | 'new' | null>(null);
  return (
    <section className="profile-section" aria-label={t('delegations.profile.title')}>
      <h2>{t('delegations.profile.title')}</h2>
      <p className="field-hint">{t('delegations.profile.hint')}</p>
      <button type="button" className="button" onClick={() => setForm('new')}>
        {t('delegations.profile.add')}
      </button>
      {data === undefined && error === null && <SkeletonLines lines={3} />}
      {data === undefined && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <>
          <h3 className="delegation-group">{t('delegations.profile.given')}</h3>
          <Rows rows={data.given} empty={t('delegations.profile.noneGiven')} onEdit={setForm} />
          <h3 className="delegation-group">{t('delegations.profile.received')}</h3>
          <Rows rows={data.received} empty={t('delegations.profile.noneReceived')} />
        </>
      )}
      <Suspense fallback={null}>
        {form !== null && <DelegationForm row={form === 'new' ? null : form} onClose={() => setForm(null)} />}
      </Suspense>
    </section>
  );
}

function Rows(props: {
  rows: readonly DelegationRow[];
  empty: string;
  /** Only for own delegations. */
  onEdit?: (row: DelegationRow) => void;
}) {
  const t = useT();
  const { rows, onEdit } = props;
  if (rows.length === 0) return <p className="delegation-fact">{props.empty}</p>;
  return (
    <ul className="delegation-list">
      {rows.map((row) => (
        <li key={row.id} data-over={row.state === 'past' || row.state === 'refused'}>
          <b>{onEdit ? row.to.name : row.from.name}</b>
          <span className="tabular">
            {t('delegations.profile.span', { from: dateTime(row.from_at), to: dateTime(row.to_at) })}
          </span>
          <span>{t(`delegations.profile.state.${row.state}`)}</span>
          <span className="delegation-note">
            {row.source.kind === 'manual' ? row.note : t('delegations.profile.bySource')}
          </span>
          <Acts row={row} onEdit={onEdit} />
        </li>
      ))}
    </ul>
  );
}

function Acts({ row, onEdit }: { row: DelegationRow; onEdit?: (row: DelegationRow) => void }) {
  const t = useT();
  const [end, refuse, add] = [useEndDelegation(), useRefuseDelegation(), useAddDelegation()];
  const { id, version } = row;
  // The undo is a new delegation for the rest of the time, which the deputy hears of.
  const undo = () => {
    const begin = row.state === 'planned' ? { from_at: row.from_at } : {};
    add.mutate(
      { to_id: row.to.id, to_at: row.to_at, note: row.note, ...begin },
      { onError: (error) => toast.error(error.message) },
    );
  };
  const endIt = () =>
    end.mutate(
      { id, version },
      {
        onSuccess: () =>
          toast.success(
            t('delegations.profile.ended'),
            row.source.kind === 'manual' ? { label: t('delegations.profile.undo'), run: undo } : undefined,
          ),
      },
    );
  const refuseIt = async () => {
    const question = {
      title: t('delegations.profile.refuseTitle', { who: row.from.name }),
      text: t('delegations.profile.refuseText', { who: row.from.name }),
      verb: t('delegations.profile.refuse'),
    };
    if (!(await confirm(question))) return;
    refuse.mutate({ id, version }, { onSuccess: () => toast.success(t('delegations.profile.refused')) });
  };
  return (
    <>
      {row.can.edit && onEdit && (
        <button type="button" className="link-button" onClick={() => onEdit(row)}>
          {t('common.edit')}
        </button>
      )}
      {row.can.end && (
        <button type="button" className="link-button" disabled={end.isPending} onClick={endIt}>
          {t('delegations.profile.endNow')}
        </button>
      )}
      {row.can.refuse && (
        <button type="button" className="link-button" disabled={refuse.isPending} onClick={() => void refuseIt()}>
          {t('delegations.profile.refuse')}
        </button>
      )}
    </>
  );
}
