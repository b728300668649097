import { useT } from '../../../../lib/i18n.ts';
import { toast } from '../../../../lib/toasts.ts';
import { Select } from '../../../../ui/controls/select.tsx';
import { DayPicker } from '../../../../ui/form/day-picker.tsx';
import { Icon } from '../../../../ui/look/icon.tsx';
import type { CostEdit, Costs } from '../../use-cost-edit.ts';
import { typeName } from './type-list.tsx';

/** The acts on the shown version: its day, a new one, a copy, the comparison, deletion. */
export function VersionHead(props: {
  costs: Costs;
  edit: CostEdit;
  isCompared: boolean;
  hasBefore: boolean;
  onCompare: (isCompared: boolean) => void;
}) {
  const t = useT();
  const { costs, edit, hasBefore } = props;
  const { type, shown, draft, current } = edit;
  if (type === undefined || shown === undefined || current === undefined) return null;
  const isNew = draft?.id === null;
  const name = typeName(type, t);
  if (!edit.isOwn && !isNew)
    return (
      <div className="cost-notice">
        <Icon name="info" />
        <p>{t('cost.usesDefault', { name })}</p>
        <button type="button" className="button button-primary" onClick={edit.startNew}>
          {t('cost.setOwn')}
        </button>
      </div>
    );
  const sources = costs.types.filter(
    ({ project_type_id, is_own }) => project_type_id !== edit.typeId && (is_own || project_type_id === null),
  );
  const copy = (typeId: number): void => {
    const source = sources.find(({ project_type_id }) => (project_type_id ?? 0) === typeId);
    const version = costs.list.find(({ id }) => id === source?.valid_id);
    if (source === undefined || version === undefined) return;
    edit.copyFrom(version);
    toast.success(t('cost.copied', { name: typeName(source, t) }));
  };
  return (
    <div className="cost-tools">
      {edit.isEditable ? (
        <div className="cost-day">
          <label htmlFor="cost-day">{t('cost.validFrom')}</label>
          <DayPicker
            id="cost-day"
            width={150}
            value={current.validFrom}
            from={costs.today}
            onChange={(day) => edit.setDay(day ?? '')}
          />
          <small role={edit.refusal?.field === 'valid_from' ? 'alert' : undefined}>
            {edit.refusal?.field === 'valid_from' ? edit.refusal.msg : t('cost.validFromHint')}
          </small>
        </div>
      ) : (
        <p className="cost-kept">
          <Icon name="info" />
          {t('cost.kept')}
        </p>
      )}
      <div className="cost-acts">
        <label className="check">
          <input
            type="checkbox"
            checked={props.isCompared && hasBefore}
            disabled={!hasBefore}
            onChange={(event) => props.onCompare(event.target.checked)}
          />
          <span title={hasBefore ? undefined : t('cost.noBefore')}>{t('cost.compare')}</span>
        </label>
        {edit.isEditable && sources.length > 0 && (
          <Select<number | null>
            aria-label={t('cost.copyFrom')}
            placeholder={t('cost.copyFrom')}
            value={null}
            options={sources.map((source) => ({ value: source.project_type_id ?? 0, label: typeName(source, t) }))}
            onChange={(typeId) => {
              if (typeof typeId === 'number') copy(typeId);
            }}
            style={{ width: 215 }}
          />
        )}
        {!isNew && shown.can.del === true && (
          <button type="button" className="button" onClick={() => void edit.remove(shown)}>
            <Icon name="trash" />
            {t('cost.delete')}
          </button>
        )}
        {!isNew && (
          <button
            type="button"
            className={edit.isDirty ? 'button' : 'button button-primary'}
            disabled={edit.isDirty}
            onClick={edit.startNew}
          >
            <Icon name="plus" />
            {t('cost.newVersion')}
          </button>
        )}
      </div>
    </div>
  );
}
