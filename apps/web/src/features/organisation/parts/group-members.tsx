import { userGroups } from '@prdm/contract/organisation/entities';
import { useApiMutation, useApiQuery } from '../../../lib/api/queries.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { ToneChip } from '../../../ui/feedback/status-chip.tsx';
import { MembersDrawer } from './members-drawer.tsx';

/** The people and departments of a user group. Only people are added and removed here. */
export function GroupMembers({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT();
  const query = useApiQuery(userGroups.index, { ispage: 'not', state: 'all' });
  const edit = useApiMutation(userGroups.edit);
  const group = query.data?.list.find((each) => each.id === id);
  const people = group?.users ?? [];
  const save = (userIds: readonly number[], later = 0): Promise<unknown> => {
    if (group === undefined) return Promise.resolve();
    const { name, purpose, departments } = group;
    const department_ids = departments.map((each) => each.id);
    return edit.mutateAsync({
      id,
      version: group.version + later,
      name,
      purpose,
      user_ids: [...userIds],
      department_ids,
    });
  };
  const ids = people.map((person) => person.id);
  return (
    <MembersDrawer
      id={id}
      name={group?.name ?? ''}
      people={group?.users}
      error={query.error}
      onRetry={() => void query.refetch()}
      onAdd={async (added) => {
        await save([...ids, ...added]);
        toast.success(t('entities.members.added', { count: added.length }));
      }}
      onRemove={({ id: gone, name }) =>
        void save(ids.filter((each) => each !== gone)).then(
          () =>
            toast.success(t('entities.members.removed', { name }), {
              label: t('common.undo'),
              // The removal has raised the version by one. Another change in between refuses the undo (1009).
              run: () => void save(ids, 1).catch(() => undefined),
            }),
          () => undefined,
        )
      }
      above={
        group !== undefined &&
        group.departments.length > 0 && (
          <>
            <p className="members-title">{t('entities.members.departments')}</p>
            <ul className="members-departments">
              {group.departments.map((department) => (
                <li key={department.id}>
                  <ToneChip tone="neutral">{department.name}</ToneChip>
                </li>
              ))}
            </ul>
            <p className="members-title">{t('entities.members.direct')}</p>
          </>
        )
      }
      onClose={onClose}
    />
  );
}
