import { Select } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { useOngoingProjects } from '../projects.queries.ts';

interface ProjectOption {
  readonly value: number;
  readonly label: string;
  readonly number: string;
  /** What is searched. */
  readonly words: string;
}

const renderOption = ({ label, data }: { label?: ReactNode; data: ProjectOption }): ReactNode => (
  <span className="person-line">
    <span className="ellipsis">{label}</span>
    <span className="person-hint tabular">{data.number}</span>
  </span>
);

/** Chooses one of the ongoing projects the person may see, by name, short name or number. Fits into a form's field. */
export function ProjectPicker(props: {
  value?: number | null;
  onChange?: (id: number | null) => void;
  disabled?: boolean;
  placeholder?: string;
  id?: string;
  /** A form checks its field when it is left. */
  onBlur?: () => void;
  'aria-label'?: string;
}) {
  const t = useT();
  const { data, isFetching } = useOngoingProjects();
  const options = useMemo(
    () =>
      (data?.list ?? []).map(({ id, name, short_name, item_number }) => ({
        value: id,
        label: name,
        number: item_number,
        words: `${name} ${short_name} ${item_number}`,
      })),
    [data],
  );
  return (
    <Select<number | null, ProjectOption>
      id={props.id}
      // In a form's field the label names it.
      aria-label={props['aria-label'] ?? (props.id === undefined ? t('projects.picker.choose') : undefined)}
      value={data === undefined ? undefined : (props.value ?? undefined)}
      onChange={(value) => props.onChange?.(value ?? null)}
      onBlur={props.onBlur}
      options={options}
      loading={data === undefined && isFetching}
      disabled={props.disabled}
      allowClear
      placeholder={props.placeholder ?? t('projects.picker.choose')}
      notFoundContent={t('projects.picker.none')}
      showSearch={{ optionFilterProp: 'words' }}
      optionRender={renderOption}
      style={{ width: '100%' }}
    />
  );
}
