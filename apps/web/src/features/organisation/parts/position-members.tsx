import { positionMembers, positions } from '@prdm/contract/organisation/entities';
import { changePosition } from '@prdm/contract/staff';
import { useApiMutation, useApiQuery } from '../../../lib/api/queries.ts';
import { standardName, useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { MembersDrawer } from './members-drawer.tsx';

/** The people who hold a position. Added people give up their former position. */
export function PositionMembers({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT();
  const query = useApiQuery(positionMembers, { id }, { keepOld: false });
  const { data: all } = useApiQuery(positions.index, { ispage: 'not', state: 'all' });
  const change = useApiMutation(changePosition, { refresh: ['position'] });
  const name = standardName('positions', all?.list.find((each) => each.id === id)?.name ?? '');
  return (
    <MembersDrawer
      id={id}
      name={name}
      people={query.data?.list.map(({ department_name: hint, ...person }) => ({ ...person, hint }))}
      error={query.error}
      onRetry={() => void query.refetch()}
      hint={t('entities.members.positionHint')}
      onAdd={async (ids) => {
        await change.mutateAsync({ user_ids: [...ids], position_id: id });
        toast.success(t('entities.members.added', { count: ids.length }));
      }}
      onClose={onClose}
    />
  );
}
