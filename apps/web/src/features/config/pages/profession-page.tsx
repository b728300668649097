import { professions } from '@prdm/contract/config/dictionaries';
import { textColumn } from '../../../ui/crud/columns.tsx';
import { entityPage } from '../../../ui/crud/entity-page.tsx';

/** Disciplines (专业) of people, tasks and output value. */
export default entityPage({
  calls: professions,
  noun: 'profession',
  about: 'entities.about.profession',
  exports: true,
  standard: 'profession',
  colour: (row) => row.colour,
  columns: (t) => [textColumn(t, 'short_name', 'entities.field.short_name', { width: 160 })],
  fields: [
    { kind: 'text', name: 'short_name', label: 'entities.field.short_name', hint: 'entities.hint.short_name', max: 20 },
    { kind: 'colour', name: 'colour', label: 'entities.field.colour', clearable: true },
  ],
});
