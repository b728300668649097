import { useState, type FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { CallError } from '../../../lib/api/call-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useT } from '../../../lib/i18n.ts';
import { publicCalls } from '../../../lib/session/public-calls.ts';
import { sealed } from '../../../lib/session/sign-in.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { PlainField } from '../parts/plain-field.tsx';
import { PlainFrame } from '../parts/plain-frame.tsx';
import { useProfile, useUpdateProfile } from '../profile.queries.ts';
import '../recovery/recovery.css';

/** The page of the link in a mail: it takes the code of a changed e-mail, asks for the password and shows the result. */
export default function EmailPage() {
  const t = useT();
  const [query] = useSearchParams();
  const { data: own, error, refetch } = useProfile();
  const save = useUpdateProfile();
  const [code, setCode] = useState(query.get('code') ?? '');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<{ code?: string; password?: string; all?: string }>({});
  const [stored, setStored] = useState('');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (own === undefined) return;
    const found = {
      ...(code.trim() === '' ? { code: t('recovery.page.codeRequired') } : {}),
      ...(password === '' ? { password: t('recovery.passwordNeeded') } : {}),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const { version, name, phone, pending_email: email } = own;
    try {
      const transfer = await call(publicCalls.getKeyIv, {});
      const proof = { code, password: sealed(password, transfer), kid: transfer.kid };
      await save.mutateAsync({ version, name, phone, email, reemail: email, ...proof });
      setStored(email);
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      if (failure.field === 'code' || failure.field === 'password') setProblems({ [failure.field]: failure.msg });
      else if (!failure.told) setProblems({ all: failure.msg });
    }
  };

  const content = () => {
    if (stored !== '')
      return (
        <p role="status" className="recovery-done">
          {t('recovery.emailPage.done', { email: stored })}
        </p>
      );
    if (own === undefined)
      return error === null ? (
        <SkeletonLines lines={4} />
      ) : (
        <FailedState error={error} onRetry={() => void refetch()} />
      );
    if (own.pending_email === '')
      return (
        <p className="notice-line" role="alert">
          {t('recovery.emailPage.nothing')}
        </p>
      );
    return (
      <form noValidate onSubmit={(event) => void submit(event)}>
        {problems.all && (
          <p className="notice-line" role="alert">
            {problems.all}
          </p>
        )}
        <p className="recovery-lead">{t('recovery.emailPage.ask', { email: own.pending_email })}</p>
        <PlainField
          name="code"
          label={t('recovery.page.code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={20}
          required
          value={code}
          problem={problems.code}
          onChange={({ target }) => setCode(target.value)}
        />
        <PasswordField
          name="password"
          label={t('recovery.contact.password')}
          autoComplete="current-password"
          required
          value={password}
          problem={problems.password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <button type="submit" className="button button-primary button-wide button-large" disabled={save.isPending}>
          {t('recovery.emailPage.confirm')}
        </button>
      </form>
    );
  };
  return (
    <PlainFrame title={t('recovery.titles.email')}>
      {content()}
      <p className="login-foot">
        <a href="/profile">{t('recovery.emailPage.toProfile')}</a>
      </p>
    </PlainFrame>
  );
}
