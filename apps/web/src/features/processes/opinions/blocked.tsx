import type { OpinionRow } from '@prdm/contract/processes/opinions';
import { useT } from '../../../lib/i18n.ts';
import './blocked.css';

/** Id of the element of an opinion. Links in the page lead to it. */
export const itemId = (id: number): string => `opinion-${id}`;

/** Id of the reason, which describes the disabled button. */
export const PASS_BLOCKED = 'pass-blocked';

/** Why the stage cannot pass, with a link to the first of the blocking opinions. */
export function PassBlocked({ blocking }: { blocking: readonly OpinionRow[] }) {
  const t = useT();
  const [first] = blocking;
  if (first === undefined) return null;
  const show = () => {
    const item = document.getElementById(itemId(first.id));
    item?.scrollIntoView({ block: 'center' });
    item?.focus({ preventScroll: true });
  };
  return (
    <p className="pass-blocked" id={PASS_BLOCKED}>
      <span>{t('opinion-pages.blocked.text', { count: blocking.length })}</span>
      <button type="button" className="link-button" onClick={show}>
        {t('opinion-pages.blocked.first', { no: first.no })}
      </button>
    </p>
  );
}
