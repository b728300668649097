import { useCallback, useMemo, useState } from 'react';
import type { StaffRow } from '@prdm/contract/organisation';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { useDisable, useResetPwd, useRestore } from '../organisation.queries.ts';
import type { MadeAccount } from './add-person-dialog.tsx';
import type { PersonAct } from './person-drawer.tsx';
import type { StaffActs } from './staff-columns.tsx';

interface Asking {
  readonly act: Extract<PersonAct, 'edit' | 'handOver' | 'del'>;
  readonly person: StaffRow;
}

/**
 * The actions on a person, shared by the list and the drawer. Three of them open a dialog: `asking`. `onMade` gets a
 * password after a reset.
 */
export function usePersonActs(onMade: (made: MadeAccount) => void): {
  act: StaffActs;
  open: (act: PersonAct, person: StaffRow) => void;
  asking: Asking | null;
  closeAsking: () => void;
} {
  const t = useT();
  const { mutate: disable } = useDisable();
  const { mutate: restore } = useRestore();
  const { mutate: resetPwd } = useResetPwd();
  const [asking, setAsking] = useState<Asking | null>(null);
  const act = useMemo<StaffActs>(
    () => ({
      onDisable: async ({ id, name, version }) => {
        const isWanted = await confirm({
          title: t('organisation.staff.disableTitle', { name }),
          text: t('organisation.staff.disableText'),
          verb: t('organisation.staff.disable'),
          danger: true,
        });
        if (isWanted) disable({ id, version });
      },
      onResetPwd: async ({ id, name, account, version }) => {
        const isWanted = await confirm({
          title: t('organisation.staff.resetTitle', { name }),
          text: t('organisation.staff.resetText'),
          verb: t('organisation.staff.reset'),
          danger: true,
        });
        if (!isWanted) return;
        resetPwd({ id, version }, { onSuccess: ({ password }) => onMade({ name, account, password, isReset: true }) });
      },
      onRestore: ({ id, name, version }) =>
        restore({ id, version }, { onSuccess: () => toast.success(t('organisation.staff.restored', { name })) }),
    }),
    [t, disable, restore, resetPwd, onMade],
  );
  const open = (wanted: PersonAct, person: StaffRow) => {
    if (wanted === 'disable') void act.onDisable(person);
    else if (wanted === 'restore') act.onRestore(person);
    else if (wanted === 'resetPwd') void act.onResetPwd(person);
    else setAsking({ act: wanted, person });
  };
  return { act, open, asking, closeAsking: useCallback(() => setAsking(null), []) };
}
