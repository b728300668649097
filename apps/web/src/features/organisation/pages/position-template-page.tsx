import { positionTemplates } from '@prdm/contract/organisation/entities';
import { textColumn } from '../../../ui/crud/columns.tsx';
import { entityPage } from '../../../ui/crud/entity-page.tsx';

/** Common positions (常用岗位), which every department may set up. */
export default entityPage({
  calls: positionTemplates,
  noun: 'position_template',
  about: 'entities.about.position_template',
  standard: 'positions',
  exports: true,
  refresh: ['position'],
  columns: (t) => [
    textColumn(t, 'level', 'entities.field.level', { width: 140 }),
    textColumn(t, 'duties', 'entities.field.duties', { card: undefined }),
  ],
  fields: [
    { kind: 'text', name: 'level', label: 'entities.field.level', max: 30 },
    { kind: 'longText', name: 'duties', label: 'entities.field.duties' },
  ],
});
