import type { CostType } from '@prdm/contract/config/cost';
import { standardName, useT } from '../../../../lib/i18n.ts';

/** Name of a type in the reader's language. */
export const typeName = (type: Pick<CostType, 'project_type_id' | 'name'>, t: ReturnType<typeof useT>): string =>
  type.project_type_id === null ? t('cost.default') : standardName('project_type', type.name);

/** The default and the project types. Types with ratios of their own are marked. */
export function TypeList(props: {
  types: readonly CostType[];
  typeId: number | null;
  onShow: (typeId: number | null) => void;
}) {
  const t = useT();
  return (
    <nav className="cost-types" aria-label={t('cost.types')}>
      {props.types.map((type) => (
        <button
          key={type.project_type_id ?? 'default'}
          type="button"
          aria-current={type.project_type_id === props.typeId ? 'true' : undefined}
          onClick={() => props.onShow(type.project_type_id)}
        >
          <span className="ellipsis">{typeName(type, t)}</span>
          {!type.enabled && <small>{t('cost.typeDisabled')}</small>}
          {type.is_own && type.project_type_id !== null && <small data-own="true">{t('cost.own')}</small>}
        </button>
      ))}
    </nav>
  );
}
