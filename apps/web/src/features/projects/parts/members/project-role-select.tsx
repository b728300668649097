import { standardName, useT } from '../../../../lib/i18n.ts';
import { Select } from '../../../../ui/controls/select.tsx';
import { MANAGER_ROLE } from '../../projects.logic.ts';
import { useProjectRoles } from '../../projects.queries.ts';

interface Common {
  readonly id?: string;
  readonly onBlur?: () => void;
  readonly 'aria-label'?: string;
}

type Props =
  | (Common & { multiple: true; value?: number[]; onChange?: (ids: number[]) => void })
  | (Common & { multiple?: false; value?: number; onChange?: (id: number | undefined) => void });

/** Select for project roles. It omits the manager role, because only a hand-over assigns it. */
export function ProjectRoleSelect(props: Props) {
  const t = useT();
  const { data, isFetching } = useProjectRoles();
  const options = (data?.list ?? [])
    .filter(({ key }) => key !== MANAGER_ROLE)
    .map(({ id, name }) => ({ value: id, label: standardName('roles', name) }));
  const common = {
    id: props.id,
    onBlur: props.onBlur,
    'aria-label': props['aria-label'],
    options,
    loading: data === undefined && isFetching,
    placeholder: t('projects.members.chooseRole'),
    showSearch: { optionFilterProp: 'label' },
    style: { width: '100%' },
  };
  // Before the names load, the select would show bare ids.
  const isKnown = data !== undefined;
  if (props.multiple === true)
    return (
      <Select<number[]> {...common} mode="multiple" value={isKnown ? props.value : []} onChange={props.onChange} />
    );
  return <Select<number> {...common} value={isKnown ? props.value : undefined} onChange={props.onChange} />;
}
