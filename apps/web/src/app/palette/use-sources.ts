import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import syllables from 'virtual:pinyin';
import { useAppState } from '../../lib/app-state.ts';
import { useT } from '../../lib/i18n.ts';
import { useActionsNow, type GroupedAction } from '../../lib/keys/actions.ts';
import { recentRecords } from '../../lib/recents.ts';
import { useMay } from '../../lib/session/access.ts';
import { recentRow } from './found.ts';
import { pageRows } from './pages.ts';
import type { Source, Sources } from './rows.ts';

/** The rows that need no server: recent records, actions, pages. */
export function useSources(): Sources {
  const t = useT();
  const may = useMay();
  const { pathname, search } = useLocation();
  const { project } = useAppState();
  const actions = useActionsNow();
  const [records] = useState(recentRecords);
  return useMemo(() => {
    const here = pathname + search;
    const rowOf = ({ label, icon = 'right', key, run }: GroupedAction): Source => ({
      id: `action:${label}`,
      name: t(label),
      picture: icon,
      keys: key,
      syllables: syllables[label],
      run,
    });
    // The pages stand for the keys that lead to them.
    const runnable = actions.filter(({ run, group }) => run !== undefined && group !== 'go');
    const isGeneral = ({ group }: GroupedAction): boolean => group === 'general';
    return {
      recents: records.filter(({ to }) => to !== here).map(recentRow),
      actions: runnable.filter((action) => !isGeneral(action)).map(rowOf),
      general: runnable.filter(isGeneral).map(rowOf),
      pages: pageRows({ may, project, say: t, syllables }),
    };
  }, [t, may, pathname, search, project, actions, records]);
}
