import type { PickerProps } from '../../../../ui/form/fields.tsx';
import { ProjectTypePicker } from '../../entry-picker.tsx';

/** The project types whose default a folder template is. */
export const ProjectTypesField = <Row,>({ value, row: _row, ...field }: PickerProps<unknown, Row>) => (
  <ProjectTypePicker {...field} multiple value={(value as number[] | undefined) ?? []} />
);
