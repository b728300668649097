import { useMemo } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { PeoplePicker, type PersonOption } from '../../../ui/people/people-picker.tsx';
import { memberOptions, staffOptions, withChosen } from '../organisation.logic.ts';
import { useMembersOf, useStaffTree } from '../organisation.queries.ts';

interface Common {
  /** Offers only members of this project. Without it, the picker offers all staff that the caller may see. */
  readonly projectId?: number;
  /** Offers all staff, members of this project first. */
  readonly nearProject?: number;
  /** Ids that are omitted, e.g. existing members or the user. */
  readonly exclude?: readonly number[];
  /** The people chosen so far. A former colleague or former member is missing from the list. */
  readonly known?: readonly PersonOption[];
  readonly startOpen?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly id?: string;
  /** The form validates the field on blur. */
  readonly onBlur?: () => void;
  readonly 'aria-label'?: string;
}

export type StaffPickerProps =
  | (Common & { multiple: true; value?: readonly number[]; onChange?: (ids: number[]) => void })
  | (Common & { multiple?: false; value?: number | null; onChange?: (id: number | null) => void });

const NOBODY: readonly never[] = [];

/** Form field that chooses staff or project members by name, pinyin or initials. */
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
    startOpen: props.startOpen,
    disabled: props.disabled,
    placeholder: props.placeholder ?? t('organisation.picker.search'),
    id: props.id,
    onBlur: props.onBlur,
    'aria-label': props['aria-label'],
  };
  // Before the names load, the picker would show bare ids.
  if (props.multiple === true)
    return <PeoplePicker {...common} multiple value={isLoading ? [] : props.value} onChange={props.onChange} />;
  return <PeoplePicker {...common} value={isLoading ? null : props.value} onChange={props.onChange} />;
}
