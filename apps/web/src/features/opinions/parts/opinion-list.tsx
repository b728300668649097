import { useState } from 'react';
import type { OpinionRow } from '@prdm/contract/processes/opinions';
import { useT } from '../../../lib/i18n.ts';
import type { OpinionSubject } from '../../processes/index.ts';
import { steadyIds, type OpinionFilter } from '../opinions.logic.ts';
import { useOpinionActs } from '../opinions.queries.ts';
import { OpinionItem } from './opinion-item.tsx';

/** The rows in a steady order: an update moves none of them. A new key starts the order again. */
export function OpinionList(props: {
  list: readonly OpinionRow[];
  subject: OpinionSubject;
  filter: OpinionFilter;
  chosen?: number | null;
  onView?: (row: OpinionRow) => void;
}) {
  const t = useT();
  const { list, subject, filter, chosen = null, onView } = props;
  const { run } = useOpinionActs();
  const [shown, setShown] = useState<readonly number[]>([]);
  const ids = steadyIds(shown, list, filter);
  if (ids.length !== shown.length || ids.some((id, at) => id !== shown[at])) setShown(ids);
  const byId = new Map(list.map((row) => [row.id, row]));
  return (
    <ol className="opinions" aria-label={t('opinion-pages.list.label')}>
      {ids.map((id) => {
        const row = byId.get(id);
        return (
          row !== undefined && (
            <OpinionItem key={id} row={row} subject={subject} run={run} isChosen={id === chosen} onView={onView} />
          )
        );
      })}
    </ol>
  );
}
