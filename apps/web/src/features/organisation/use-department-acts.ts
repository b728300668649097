import { departmentDel, departmentRestore, departmentSort, type Department } from '@prdm/contract/organisation';
import { useApiMutation } from '../../lib/api/queries.ts';
import { useT } from '../../lib/i18n.ts';
import { toast } from '../../lib/toasts.ts';
import { useMove } from '../../ui/crud/use-entity-acts.ts';

const REFRESH = ['user'];

/** Removal and order of departments. Each runs at once, and a toast offers undo. */
export function useDepartmentActs() {
  const t = useT();
  const del = useApiMutation(departmentDel, { refresh: REFRESH });
  const restore = useApiMutation(departmentRestore, { refresh: REFRESH });
  const remove = ({ id, name, version }: Department): void =>
    del.mutate(
      { id, version },
      {
        onSuccess: () =>
          toast.success(t('entities.done.del', { name }), {
            label: t('common.undo'),
            run: () => restore.mutate({ id, version: version + 1 }),
          }),
      },
    );
  return { remove, move: useMove(departmentSort, REFRESH) };
}
