import { useMemo, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { RecordPicker, type RecordPickerField } from '../../../ui/records/record-picker.tsx';
import { useOngoingProjects } from '../projects.queries.ts';

interface ProjectOption {
  readonly value: number;
  readonly label: string;
  readonly number: string;
  /** The text that the search reads. */
  readonly words: string;
}

const renderOption = ({ label, data }: { label?: ReactNode; data: ProjectOption }): ReactNode => (
  <span className="person-line">
    <span className="ellipsis">{label}</span>
    <span className="person-hint tabular">{data.number}</span>
  </span>
);

/** Form field that chooses one of the visible ongoing projects by name, short name or number. */
export function ProjectPicker(props: RecordPickerField) {
  const t = useT();
  const { data, isFetching } = useOngoingProjects();
  const options = useMemo(
    () =>
      data?.list.map(({ id, name, short_name, item_number }) => ({
        value: id,
        label: name,
        number: item_number,
        words: `${name} ${short_name} ${item_number}`,
      })),
    [data],
  );
  return (
    <RecordPicker<ProjectOption>
      {...props}
      label={t('projects.picker.choose')}
      none={t('projects.picker.none')}
      options={options}
      isFetching={isFetching}
      searched="words"
      optionRender={renderOption}
    />
  );
}
