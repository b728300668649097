import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { costAdd, costEdit, costIndex, CostLevel, CostVersion } from '@prdm/contract/config/cost';
import { CODES } from '@prdm/contract/codes';
import { CallError, type InputOf, type OutputOf } from '../../lib/api/call.ts';
import { showFailure } from '../../lib/api/query-client.ts';
import { useT } from '../../lib/i18n.ts';
import { toast } from '../../lib/toasts.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { useLeaveGuard, type LeavePlace } from '../../ui/records/leave-guard.tsx';
import { draftOf, figuresOf, inputOf, isChanged, type CostDraft, type CostFigures } from './cost.logic.ts';
import { useAddCost, useDelCost, useEditCost } from './cost.queries.ts';

export type Costs = OutputOf<typeof costIndex>;

/** Parameters of the address that name what the page shows. */
const PLACE = ['type', 'version'];
const placeOf = (search: string): string => {
  const params = new URLSearchParams(search);
  return PLACE.map((name) => params.get(name) ?? '').join(' ');
};

/** The first day from today on without a version of the type. */
function freeDay(versions: readonly CostVersion[], today: string): string {
  let at = Date.parse(today);
  const day = (): string => new Date(at).toISOString().slice(0, 10);
  while (versions.some(({ valid_from }) => valid_from === day())) at += 86_400_000;
  return day();
}

/** The shown and edited version. Nothing is stored before `save`. Leaving with changes asks first. */
export function useCostEdit(costs: Costs, order: Readonly<Record<CostLevel, readonly string[]>>) {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const [held, setHeld] = useState<{ place: string; draft: CostDraft } | null>(null);
  const [refusal, setRefusal] = useState<{ field: string; msg: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isGoing = useRef(false);
  const [add, edit, del] = [useAddCost(), useEditCost(), useDelCost()];

  const wanted = Number(query.get('type')) || null;
  const type = costs.types.find(({ project_type_id }) => project_type_id === wanted) ?? costs.types[0];
  const typeId = type?.project_type_id ?? null;
  const own = costs.list.filter(({ project_type_id }) => project_type_id === typeId);
  const shown =
    own.find(({ id }) => id === Number(query.get('version'))) ??
    costs.list.find(({ id }) => id === type?.valid_id) ??
    own[0];

  const place = placeOf(`?${query}`);
  const draft = held?.place === place ? held.draft : null;
  const stored = costs.list.find(({ id }) => id === draft?.id);
  const isDirty = draft !== null && isChanged(draft, stored);
  const isOwn = shown !== undefined && shown.project_type_id === typeId;

  useLeaveGuard({
    holds: (from: LeavePlace, to: LeavePlace) =>
      isDirty && !isGoing.current && (from.pathname !== to.pathname || placeOf(from.search) !== placeOf(to.search)),
    ask: () =>
      confirm({
        title: t('common.leaveTitle'),
        text: t('cost.leaveText'),
        verb: t('common.leave'),
        stay: t('common.stay'),
      }),
    closing: () => isDirty,
  });

  const go = (params: Record<string, number | null>): void =>
    setQuery((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(params))
        if (value === null) next.delete(name);
        else next.set(name, String(value));
      return next;
    });
  const put = (next: CostDraft): void => {
    setHeld({ place, draft: next });
    setRefusal(null);
  };
  const drop = (): void => {
    setHeld(null);
    setRefusal(null);
  };
  const current = draft ?? (shown && draftOf(shown));

  async function save(): Promise<void> {
    if (draft === null) return;
    setBusy(true);
    try {
      const input = inputOf(draft, order);
      const saved =
        draft.id === null
          ? (await add.mutateAsync({ ...input, project_type_id: draft.typeId ?? undefined } as InputOf<typeof costAdd>))
              .id
          : draft.id;
      if (draft.id !== null)
        await edit.mutateAsync({ ...input, id: draft.id, version: draft.version } as InputOf<typeof costEdit>);
      drop();
      isGoing.current = true;
      go({ version: saved });
      toast.success(t('cost.saved', { day: draft.validFrom }));
    } catch (error) {
      // The mutation has reloaded the list. The page then offers the newest version.
      if (error instanceof CallError && error.code === CODES.conflict) return;
      if (error instanceof CallError && error.field !== null) setRefusal({ field: error.field, msg: error.msg });
      else showFailure(error);
    } finally {
      setBusy(false);
      setTimeout(() => {
        isGoing.current = false;
      });
    }
  }

  return {
    type,
    typeId,
    own,
    shown,
    current,
    draft,
    isDirty,
    isOwn,
    isBusy,
    refusal,
    isEditable: draft?.id === null || (isOwn && shown.can.edit === true),
    /** Another person changed or deleted the version since the edit began. */
    isStale: draft !== null && draft.id !== null && stored?.version !== draft.version,
    canKeep: stored !== undefined,
    showType: (id: number | null) => go({ type: id, version: null }),
    showVersion: (id: number) => go({ version: id }),
    change(figures: CostFigures): void {
      if (current) put({ ...current, figures });
    },
    setDay(day: string): void {
      if (current) put({ ...current, validFrom: day });
    },
    /** A new version that begins as a copy of the shown one. */
    startNew(): void {
      if (shown) put({ id: null, version: 0, typeId, validFrom: freeDay(own, costs.today), figures: figuresOf(shown) });
    },
    copyFrom(version: CostVersion): void {
      if (current) put({ ...current, figures: figuresOf(version) });
    },
    keepMine(): void {
      if (draft && stored) put({ ...draft, version: stored.version });
    },
    discard: drop,
    save,
    async remove(version: CostVersion): Promise<void> {
      const again = inputOf(draftOf(version), orderOf(version));
      try {
        await del.mutateAsync({ id: version.id, version: version.version });
      } catch {
        return; // The mutation reports the refusal.
      }
      drop();
      go({ version: null });
      toast.success(t('cost.deleted', { day: version.valid_from }), {
        label: t('common.undo'),
        run: () => {
          add
            .mutateAsync({ ...again, project_type_id: version.project_type_id ?? undefined } as InputOf<typeof costAdd>)
            .catch(showFailure);
        },
      });
    },
  };
}
export type CostEdit = ReturnType<typeof useCostEdit>;

/** The stored order of a version, to store it again. */
const orderOf = (version: CostVersion): Record<CostLevel, string[]> => ({
  stages: version.stages.map(({ stage_id }) => String(stage_id)),
  professions: version.professions.map(({ profession_id }) => String(profession_id)),
  roles: version.roles.map(({ role }) => role),
});
