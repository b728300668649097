import { otherTasks } from '@prdm/contract/config/dictionaries';
import { textColumn } from '../../../ui/crud/columns.tsx';
import { entityPage } from '../../../ui/crud/entity-page.tsx';

/** Work outside project tasks (其他任务) on which hours are booked. */
export default entityPage({
  calls: otherTasks,
  noun: 'other_task',
  about: 'entities.about.other_task',
  standard: 'other_task',
  exports: true,
  columns: (t) => [textColumn(t, 'note', 'entities.field.note')],
  fields: [{ kind: 'longText', name: 'note', label: 'entities.field.note', max: 500 }],
});
