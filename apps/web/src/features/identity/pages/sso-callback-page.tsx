import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT } from '../../../lib/i18n.ts';
import { finishSso, readSsoAnswer, takeWayBack } from '../../../lib/session/sso.ts';
import { PlainFrame } from '../parts/plain-frame.tsx';
import { SsoFailure } from '../parts/sso-failure.tsx';
import { SsoLinkForm } from '../parts/sso-link-form.tsx';

/** Takes the answer of the identity provider: a session, the form that links an account, or the reason of a failure. */
export default function SsoCallbackPage() {
  const t = useT();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [problem, setProblem] = useState<string | null>(null);
  const [link, setLink] = useState<{ ticket: string; name: string } | null>(null);
  const isTaken = useRef(false); // the code and the state work once, also when React runs the effect twice
  const enter = useCallback(() => void navigate(takeWayBack(), { replace: true }), [navigate]);

  useEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    const answer = readSsoAnswer(query);
    // The code must not stay in the address, from where it would reach the history and a bookmark.
    history.replaceState(history.state, '', location.pathname);
    if (typeof answer === 'string') {
      setProblem(t('errors.loginFailed', { reason: t(`login.sso.reason.${answer}`) }));
      return;
    }
    finishSso(answer).then(
      (open) => (open === null ? enter() : setLink(open)),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        setProblem(error.msg);
      },
    );
  }, [query, t, enter]);

  if (problem !== null) return <SsoFailure problem={problem} wayBack={null} />;
  if (link !== null) return <SsoLinkForm link={link} onEntered={enter} onExpired={setProblem} />;
  return (
    <PlainFrame title={t('login.sso.title')}>
      <p role="status">{t('login.sso.entering')}</p>
    </PlainFrame>
  );
}
