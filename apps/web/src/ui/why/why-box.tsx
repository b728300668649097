import { useT } from '../../lib/i18n.ts';
import { Box } from '../box.tsx';
import { WhyAnswer } from './why-answer.tsx';
import type { WhyQuestion } from './why.queries.ts';

/** A refused action with its question, and the reason that the screen already has. */
export interface RefusedAct {
  readonly key: string;
  readonly label: string;
  readonly why: string | null;
  readonly asked: WhyQuestion;
}

/** The refused ones of these actions whose call is known. */
export const refusedOf = (
  acts: readonly { key: string; label: string; why?: string | null; asked?: WhyQuestion }[],
): RefusedAct[] =>
  acts.flatMap(({ key, label, why, asked }) =>
    asked === undefined || (why ?? null) === null ? [] : [{ key, label, why: why ?? null, asked }],
  );

/** The reasons against the refused actions of a menu. */
export function WhyBox({ acts, onClose }: { acts: readonly RefusedAct[]; onClose: () => void }) {
  const t = useT();
  return (
    <Box
      title={t('access.whyNot')}
      onClose={onClose}
      actions={
        <button type="button" className="button" onClick={onClose}>
          {t('common.close')}
        </button>
      }
    >
      <div className="why-acts">
        {acts.map(({ key, label, why, asked }) => (
          <article key={key}>
            <h3>{label}</h3>
            <WhyAnswer question={asked} known={why} />
          </article>
        ))}
      </div>
    </Box>
  );
}
