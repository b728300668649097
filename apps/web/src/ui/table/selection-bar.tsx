import { useT } from '../../lib/i18n.ts';
import { Icon } from '../look/icon.tsx';
import type { BulkAction } from './table-types.ts';

/** The actions for the selected rows, at the bottom of the list. */
export function SelectionBar<Row>(props: {
  rows: readonly Row[];
  actions: readonly BulkAction<Row>[];
  onClear: () => void;
}) {
  const t = useT();
  return (
    <div className="selection-bar" role="toolbar" aria-label={t('common.table.selected', { n: props.rows.length })}>
      <span className="tabular">{t('common.table.selected', { n: props.rows.length })}</span>
      {props.actions.map((action) => {
        const fit = action.possible === undefined ? props.rows : props.rows.filter(action.possible);
        return (
          <button
            key={action.key}
            type="button"
            className={`button ${action.danger ? 'button-danger' : ''}`}
            disabled={fit.length === 0}
            onClick={() => void action.run(fit)}
          >
            {action.icon && <Icon name={action.icon} />}
            {action.label}
            {fit.length < props.rows.length && fit.length > 0 && ` (${fit.length})`}
          </button>
        );
      })}
      <button
        type="button"
        className="icon-button"
        aria-label={t('common.table.clearSelection')}
        onClick={props.onClear}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
