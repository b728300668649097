import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.ts';
import './review-layout.css';

/** The record large, its review at the right. Narrow: below each other, and the decision stays at the foot. */
export function ReviewLayout(props: { record: ReactNode; review: ReactNode; isNarrow: boolean }) {
  const t = useT();
  return (
    <div className="review-layout" data-narrow={props.isNarrow}>
      <section className="review-record" aria-label={t('desk.record.label')} tabIndex={0}>
        {props.record}
      </section>
      <div className="review-side">{props.review}</div>
    </div>
  );
}
