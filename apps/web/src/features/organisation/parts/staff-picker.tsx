import { useMemo } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { PeoplePicker, type PersonOption } from '../../../ui/people/people-picker.tsx';
import { memberOptions, staffOptions, withChosen } from '../organisation.logic.ts';
import { useMembersOf, useStaffTree } from '../organisation.queries.ts';

interface Common {
  /** Only members of this project; everybody the caller may see without one. */
  readonly projectId?: number;
  /** Everybody, but members of this project stand first. */
  readonly nearProject?: number;
  /** People who cannot be chosen (members already, the one who asks). */
  readonly exclude?: readonly number[];
  /** The people chosen so far, where they may be missing from the list (they left the firm or the project). */
  readonly known?: readonly PersonOption[];
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly id?: string;
  /** A form checks its field when it is left. */
  readonly onBlur?: () => void;
  readonly 'aria-label'?: string;
}

export type StaffPickerProps =
  | (Common & { multiple: true; value?: readonly number[]; onChange?: (ids: number[]) => void })
  | (Common & { multiple?: false; value?: number | null; onChange?: (id: number | null) => void });

const NOBODY: readonly never[] = [];

/** Chooses staff, or members of a project, by name, pinyin or initials. Fits into a form's field. */
export function StaffPicker({ projectId, nearProject, exclude = NOBODY, known = NOBODY, ...props }: StaffPickerProps) {
  const t = useT();
  const tree = useStaffTree();
  const members = useMembersOf(projectId ?? nearProject);
  const isLoading = tree.data === undefined || (projectId !== undefined && members.data === undefined);
  const people = useMemo(() => {
    const inProject = members.data?.list;
    const given =
      projectId === undefined
        ? staffOptions(tree.data, new Set(inProject?.map(({ user_id }) => user_id)))
        : memberOptions(inProject, tree.data);
    return withChosen(
      given.filter(({ id }) => !exclude.includes(id)),
      known,
    );
  }, [projectId, tree.data, members.data, exclude, known]);
  const common = {
    people,
    loading: isLoading && (tree.isFetching || members.isFetching),
    disabled: props.disabled,
    placeholder: props.placeholder ?? t('organisation.picker.search'),
    id: props.id,
    onBlur: props.onBlur,
    'aria-label': props['aria-label'],
  };
  // Until the names are known an id would stand there as a bare number.
  if (props.multiple === true)
    return <PeoplePicker {...common} multiple value={isLoading ? [] : props.value} onChange={props.onChange} />;
  return <PeoplePicker {...common} value={isLoading ? null : props.value} onChange={props.onChange} />;
}
