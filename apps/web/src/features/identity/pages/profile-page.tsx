import { Suspense, useState, type ReactNode } from 'react';
import type { z } from 'zod';
import type { profile } from '@prdm/contract/me';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { date } from '../../../lib/format.ts';
import { standardName, useT } from '../../../lib/i18n.ts';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { PortraitDialog, PasswordDialog } from '../index.ts';
import { OwnForm } from '../parts/own-form.tsx';
import { OwnSessions } from '../parts/own-sessions.tsx';
import { SignIns } from '../parts/sign-ins.tsx';
import { useProfile } from '../profile.queries.ts';
import '../parts/profile.css';

type Own = z.output<typeof profile.output>;

/**
 * My profile. The user can change portrait, name and contact. The other fields are read-only. The delegation of reviews,
 * password and sign-ins follow below.
 */
export default function ProfilePage({ delegation }: { delegation?: ReactNode }) {
  const t = useT();
  const { data, error, refetch } = useProfile();
  useErrorPage(error);
  const [open, setOpen] = useState<'avatar' | 'password' | null>(null);
  const close = () => setOpen(null);
  if (!data && error !== null) return <FailedState error={error} onRetry={() => void refetch()} />;
  return (
    <div className="profile-page">
      {data === undefined ? (
        <SkeletonLines lines={10} />
      ) : (
        <>
          <header className="profile-head">
            <Avatar id={data.id} name={data.name} thumb={data.thumb} size={72} />
            <div>
              <h1>{data.name}</h1>
              <p>
                {data.account} · {data.enterprise_name}
              </p>
            </div>
            <button type="button" className="button" onClick={() => setOpen('avatar')}>
              {t('identity.avatar.title')}
            </button>
          </header>
          <Section title={t('identity.profile.own')}>
            <OwnForm own={data} />
          </Section>
          <Section title={t('identity.profile.firm')} hint={t('identity.profile.firmHint')}>
            <Facts own={data} />
          </Section>
          {delegation}
          <Section title={t('identity.profile.security')}>
            <button type="button" className="button" onClick={() => setOpen('password')}>
              {t('login.changePassword')}
            </button>
            <SignIns />
          </Section>
          <OwnSessions />
        </>
      )}
      <Suspense fallback={null}>
        {open === 'avatar' && <PortraitDialog onClose={close} />}
        {open === 'password' && <PasswordDialog onClose={close} />}
      </Suspense>
    </div>
  );
}

function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section className="profile-section" aria-label={title}>
      <h2>{title}</h2>
      {hint && <p className="field-hint">{hint}</p>}
      {children}
    </section>
  );
}

function Facts({ own }: { own: Own }) {
  const t = useT();
  const facts: [string, string][] = [
    [t('organisation.department'), own.department_name],
    [t('organisation.field.position_id'), standardName('positions', own.position_name)],
    [t('config.kind.profession'), standardName('profession', own.profession_name)],
    [t('organisation.field.employee_no'), own.employee_no],
    [t('organisation.field.entry_date'), date(own.entry_date)],
    [
      t('organisation.field.role_ids'),
      own.roles.map(({ name }) => standardName('roles', name)).join(t('organisation.staff.and')),
    ],
  ];
  return (
    <dl className="profile-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || <span className="profile-nothing">{t('organisation.staff.nothing')}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}
