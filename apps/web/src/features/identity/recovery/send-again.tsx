import { useT } from '../../../lib/i18n.ts';

/** Requests another code. The button is off and counts down while the server would refuse. */
export function SendAgain({
  left,
  busy,
  first,
  onSend,
}: {
  left: number;
  busy: boolean;
  /** No code was sent yet. */
  first?: boolean;
  onSend: () => void;
}) {
  const t = useT();
  return (
    <button type="button" className="button" disabled={left > 0 || busy} onClick={onSend}>
      {left > 0 ? t('recovery.page.again', { n: left }) : t(first ? 'recovery.page.send' : 'recovery.page.sendAgain')}
    </button>
  );
}
