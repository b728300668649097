import { useMemo, useState } from 'react';
import { COST_LEVELS, type CostLevel, type CostVersion } from '@prdm/contract/config/cost';
import { showFailure } from '../../../lib/api/query-client.ts';
import { standardName, useT } from '../../../lib/i18n.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { useProfessions, useStages } from '../config.queries.ts';
import { figuresOf, ROLE_KEYS, rowsOf, type EntryName } from '../cost.logic.ts';
import { downloadCosts, useCosts } from '../cost.queries.ts';
import { useCostEdit, type Costs } from '../use-cost-edit.ts';
import { OtherFigures } from '../parts/cost/other-figures.tsx';
import { RatioTable } from '../parts/cost/ratio-table.tsx';
import { SaveBar } from '../parts/cost/save-bar.tsx';
import { TypeList } from '../parts/cost/type-list.tsx';
import { VersionHead } from '../parts/cost/version-head.tsx';
import { VersionLine } from '../parts/cost/version-line.tsx';
import '../parts/cost/cost.css';
import '../parts/cost/figures.css';

/** /company/cost: ratios of output value by project type, with versions. Type and version are in the address. */
export default function CostPage() {
  const t = useT();
  const { data, error, refetch } = useCosts();
  return (
    <div className="cost-page">
      <div className="cost-head">
        <h1 className="page-title">{t('cost.titles.cost')}</h1>
        <p>{t('cost.defaultText')}</p>
        <button type="button" className="button" onClick={() => void downloadCosts().catch(showFailure)}>
          <Icon name="download" />
          {t('cost.download')}
        </button>
      </div>
      {data === undefined ? (
        <div className="cost-main">
          {error === null ? <SkeletonLines lines={8} /> : <FailedState error={error} onRetry={() => void refetch()} />}
        </div>
      ) : (
        <CostDesk costs={data} />
      )}
    </div>
  );
}

function CostDesk({ costs }: { costs: Costs }) {
  const t = useT();
  const rows = useRows(costs);
  const order = useMemo(
    () => Object.fromEntries(COST_LEVELS.map((level) => [level, rows[level].map(({ key }) => key)])),
    [rows],
  ) as Record<CostLevel, string[]>;
  const edit = useCostEdit(costs, order);
  const [isCompared, setCompared] = useState(false);
  const { current, refusal } = edit;
  const before = isCompared ? versionBefore(costs, edit) : undefined;
  const beforeFigures = before ? figuresOf(before) : null;
  if (current === undefined) return null;
  return (
    <div className="cost-desk">
      <TypeList types={costs.types} typeId={edit.typeId} onShow={edit.showType} />
      <div className="cost-main">
        <VersionLine
          versions={edit.own}
          today={costs.today}
          validId={edit.type?.is_own ? edit.type.valid_id : undefined}
          shownId={edit.shown?.id ?? null}
          draftFrom={edit.draft?.id === null ? edit.draft.validFrom : null}
          onShow={edit.showVersion}
        />
        <VersionHead
          costs={costs}
          edit={edit}
          isCompared={isCompared}
          hasBefore={versionBefore(costs, edit) !== undefined}
          onCompare={setCompared}
        />
        <div className="cost-levels">
          {COST_LEVELS.map((level) => (
            <RatioTable
              key={level}
              title={t(`cost.levels.${level}`)}
              text={t(`cost.levelTexts.${level}`)}
              rows={rows[level]}
              shares={current.figures[level]}
              before={beforeFigures?.[level] ?? null}
              refusal={refusal !== null && refusal.field.split('.')[0] === level ? refusal.msg : null}
              onChange={edit.isEditable ? (shares) => edit.change({ ...current.figures, [level]: shares }) : null}
            />
          ))}
        </div>
        <OtherFigures
          figures={current.figures}
          before={beforeFigures}
          refusal={refusal}
          onChange={edit.isEditable ? edit.change : null}
        />
        {edit.isDirty && <SaveBar edit={edit} draft={current} />}
      </div>
    </div>
  );
}

/** The entries of each level: those that can be chosen, then others that a version names. */
function useRows(costs: Costs): Record<CostLevel, EntryName[]> {
  const t = useT();
  const stages = useStages().data?.list;
  const professions = useProfessions().data?.list;
  return useMemo(() => {
    const named = (kind: 'stage' | 'profession', entries: readonly { id: number; name: string }[] | undefined) =>
      (entries ?? []).map(({ id, name }) => ({ id, name: standardName(kind, name) }));
    const parts = (kind: 'stage' | 'profession') => {
      const found = costs.list.flatMap(({ stages: first, professions: second }): EntryName[] =>
        kind === 'stage'
          ? first.map(({ stage_id, name, enabled }) => ({ key: String(stage_id), name, enabled }))
          : second.map(({ profession_id, name, enabled }) => ({ key: String(profession_id), name, enabled })),
      );
      return [...new Map(found.map((each) => [each.key, { ...each, name: standardName(kind, each.name) }])).values()];
    };
    return {
      stages: rowsOf(named('stage', stages), parts('stage')),
      professions: rowsOf(named('profession', professions), parts('profession')),
      roles: ROLE_KEYS.map((role) => ({ key: role, name: t(`cost.roles.${role}`), enabled: true })),
    };
  }, [costs.list, stages, professions, t]);
}

/** The version that counted before the shown one: of the type, else the default of that day. */
function versionBefore(costs: Costs, { current, typeId }: ReturnType<typeof useCostEdit>): CostVersion | undefined {
  if (current === undefined) return undefined;
  const earlier = (of: number | null) =>
    costs.list
      .filter(
        ({ id, project_type_id, valid_from }) =>
          project_type_id === of &&
          id !== current.id &&
          (valid_from < current.validFrom || (of !== typeId && valid_from === current.validFrom)),
      )
      .toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1))[0];
  return earlier(typeId) ?? (typeId === null ? undefined : earlier(null));
}
