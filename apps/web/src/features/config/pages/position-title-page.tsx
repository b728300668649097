import { positionTitles, TITLE_LEVELS } from '@prdm/contract/config/dictionaries';
import { entityPage } from '../../../ui/crud/entity-page.tsx';

/** Position titles (职称) of employees. */
export default entityPage({
  calls: positionTitles,
  noun: 'position_title',
  about: 'entities.about.position_title',
  standard: 'position_title',
  exports: true,
  columns: (t) => [
    {
      key: 'level',
      title: t('entities.field.level'),
      width: 180,
      card: 'line',
      render: ({ level }) => t(`entities.titleLevel.${level}`),
    },
  ],
  fields: [
    {
      kind: 'choice',
      name: 'level',
      label: 'entities.field.level',
      initial: 'none',
      options: TITLE_LEVELS.map((value) => ({ value, label: `entities.titleLevel.${value}` as const })),
    },
  ],
});
