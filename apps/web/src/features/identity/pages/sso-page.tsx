import { useEffect, useRef, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session/session.ts';
import { startSso } from '../../../lib/session/sso.ts';
import { PlainFrame } from '../parts/plain-frame.tsx';
import { SsoFailure } from '../parts/sso-failure.tsx';

/** Leads to the identity provider. `redirect` is the page to open after sign-in. */
export default function SsoPage() {
  const t = useT();
  const [query] = useSearchParams();
  const wayBack = query.get('redirect');
  const isSignedIn = useSession(({ token }) => token !== null);
  const [problem, setProblem] = useState<string | null>(null);
  const isStarted = useRef(false); // one attempt only, also when React runs the effect twice
  useEffect(() => {
    if (isSignedIn || isStarted.current) return;
    isStarted.current = true;
    startSso(wayBack).then(
      (url) => location.assign(url),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        setProblem(error.msg);
      },
    );
  }, [wayBack, isSignedIn]);
  if (isSignedIn) return <Navigate to="/" replace />;
  if (problem !== null) return <SsoFailure problem={problem} wayBack={wayBack} />;
  return (
    <PlainFrame title={t('login.sso.title')}>
      <p role="status">{t('login.sso.leaving')}</p>
    </PlainFrame>
  );
}
