import { LIMITS } from '@prdm/contract/limits';
import type { CostType, CostVersion, costAdd, costDel, costEdit } from '@prdm/contract/config/cost';
import { fenOf, yuanOf } from '@prdm/contract/kit/yuan';
import type { Actor } from '../../../platform/actor.ts';
import type { Bus, EventKind } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import { isUniqueViolation, type Database, type ModuleDb, type Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import { ALLOWED } from '../../../platform/http/decisions.ts';
import type { SubjectKind } from '../../../platform/http/subjects.ts';
import { idsOf, type Authorized, type GivenTo, type Numbers } from '../../../platform/ids/authorized.ts';
import { usedIn, type Uses } from '../../../platform/entity/index.ts';
import type { Live } from '../../../platform/live.ts';
import { translate } from '../../../platform/translate.ts';
import { dayNumber, wireDay } from '@prdm/contract/kit/shanghai';
import { CostAdded, CostEdited, CostRemoved } from './cost.events.ts';
import { costRepo, type CostTables, type StoredVersion } from './cost.repo.ts';
import { mayDelete, mayEdit, percentOf, validOn, wrongSum, type CostContent, type Dated } from './cost.rules.ts';
import { FIRST_DAY, STANDARD_RATIOS } from './standard-ratios.ts';

/**
 * Ratios of output value by project type, with versions by date. Invariants: each level of a version makes exactly
 * 100.00 %; a version that began before today never changes; the default has a version for every day.
 */
export type Costs = ReturnType<typeof createCosts>;
export type { CostTables, StoredVersion };

/** An entry of a dictionary as a version shows it. */
interface Entry {
  readonly id: number;
  readonly code: string | null;
  readonly name: string;
  readonly deleted_at: Date | string | null;
  readonly disabled_at: Date | string | null;
}

export interface CostParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly live: Live;
  readonly clock: Clock;
  readonly uses: Uses;
  readonly tables: ModuleDb<CostTables>;
  /** Entries of any dictionary by id, including deleted ones. Never inside a transaction. */
  readonly entries: (enterpriseId: number, ids: readonly number[]) => Promise<Map<number, Entry>>;
  /** Project types in their order, disabled ones included. */
  readonly types: (
    enterpriseId: number,
  ) => Promise<readonly { id: number; code: string | null; name: string; enabled: boolean }[]>;
}

type AddInput = Numbers<GivenTo<typeof costAdd>>;
type EditInput = Numbers<GivenTo<typeof costEdit>>;

const UNIQUE = 'cost_config_version';

export function createCosts(parts: CostParts) {
  const repoOf = (enterpriseId: number, trx?: Trx) =>
    costRepo(trx ? parts.tables.within(trx) : parts.tables.read, enterpriseId);
  const today = (): string => wireDay(dayNumber(parts.clock.now()));

  const ofPart = usedIn(parts.tables, 'cost_config', {
    table: 'cost_part',
    column: 'entry_id',
    distinct: ['cost_config_id'],
  });
  parts.uses.register('stage', ofPart);
  parts.uses.register('profession', ofPart);
  parts.uses.register(
    'project_type',
    usedIn(parts.tables, 'cost_config', { table: 'cost_config', column: 'project_type_id' }),
  );

  const kind: SubjectKind<StoredVersion, 'cost_config'> = {
    kind: 'cost_config',
    scope: 'enterprise',
    load: async (principal, ids) =>
      (await repoOf(principal.enterpriseId).byIds(ids)).map((row) => ({
        id: row.id,
        row,
        projectId: null,
        visible: true,
        may: () => ALLOWED,
        // An edit keeps entries that were disabled since.
        refers: (named) =>
          (named === 'stage' ? row.stages : named === 'profession' ? row.professions : []).map(({ id }) => id),
      })),
  };

  /** Throws 1001 with the level and its difference. */
  function refuseSum(actor: Actor, content: CostContent): void {
    const wrong = wrongSum(content);
    if (wrong === null) return;
    const level = translate(actor.lang, `cost.levels.${wrong.level}`);
    throw fail.invalid(wrong.level, 'cost.sum', { level, diff: signed(wrong.diff) });
  }

  const refusePast = (validFrom: string): void => {
    if (validFrom < today()) throw fail.invalid('valid_from', 'validation.past');
  };

  /** Names for the action log, read before the transaction. */
  const namesOf = async (enterpriseId: number, versions: readonly Pick<StoredVersion, 'stages' | 'professions'>[]) =>
    parts.entries(enterpriseId, [...new Set(versions.flatMap(entryIds))]);

  /** One change in one transaction. A second version from the same day answers 1018. */
  async function change<T>(actor: Actor, work: (trx: Trx) => Promise<T>): Promise<T> {
    try {
      return await parts.db.transaction(async (trx) => {
        const result = await work(trx);
        await parts.live.notify(trx, actor.enterpriseId, {}, { type: 'config.cost' });
        return result;
      });
    } catch (error) {
      if (isUniqueViolation(error, UNIQUE)) throw fail.of(1018, 'cost.sameDay', { field: 'valid_from' });
      throw error;
    }
  }

  const told = (
    trx: Trx,
    event: EventKind<Dated & { id: number }>,
    { actor, id, of, before, after }: Change,
  ): Promise<void> =>
    parts.bus.emit(trx, event, {
      actor,
      target: { kind: 'cost_config', id, name: of.validFrom },
      ...(before ? { before } : {}),
      ...(after ? { after } : {}),
      data: { id, projectTypeId: of.projectTypeId, validFrom: of.validFrom },
    });

  /** The version that counts for a type (null: none) on a day ('YYYY-MM-DD'), else that of the default. */
  async function at(enterpriseId: number, typeId: number | null, day: string, trx?: Trx): Promise<StoredVersion> {
    const found = await repoOf(enterpriseId, trx).at(typeId, day);
    if (!found) throw new Error(`enterprise ${enterpriseId} has no cost ratios for ${day}`);
    return found;
  }

  return {
    kind,

    at,
    all: (enterpriseId: number) => repoOf(enterpriseId).all(),

    /** All versions and, by type, the one that counts today and on the asked day. */
    async list(enterpriseId: number, asked?: string) {
      const [versions, chosen] = await Promise.all([repoOf(enterpriseId).all(), parts.types(enterpriseId)]);
      const now = today();
      const day = asked ?? now;
      const own = versions.flatMap(({ projectTypeId }) => (projectTypeId === null ? [] : [projectTypeId]));
      const ids = [...new Set([...versions.flatMap(entryIds), ...own])];
      const entries = await parts.entries(enterpriseId, ids);
      const gone = [...new Set(own)].filter((id) => !chosen.some((type) => type.id === id));
      const rows = [...chosen, ...gone.map((id) => ({ id, code: null, name: '', ...entries.get(id), enabled: false }))];
      const typeOf = (id: number | null, type: { name: string; code: string | null; enabled: boolean }): CostType => ({
        project_type_id: id,
        name: type.name,
        code: type.code,
        enabled: type.enabled,
        is_own: versions.some(({ projectTypeId }) => projectTypeId === id),
        valid_id: validOn(versions, id, now)?.id ?? 0,
        day_id: validOn(versions, id, day)?.id ?? 0,
      });
      return {
        today: now,
        day,
        list: versions.map((version) => wireOf(version, entries, now)),
        total: versions.length,
        types: [typeOf(null, { name: '', code: null, enabled: true }), ...rows.map((type) => typeOf(type.id, type))],
      };
    },

    /** The version as a call answers it, with the names of its entries. */
    async shown(enterpriseId: number, version: StoredVersion): Promise<CostVersion> {
      return wireOf(version, await parts.entries(enterpriseId, entryIds(version)), today());
    },

    async add(actor: Actor, given: GivenTo<typeof costAdd>): Promise<number> {
      const { enterpriseId } = actor;
      const input = idsOf(given);
      const typeId = input.project_type_id ?? null;
      refusePast(input.valid_from);
      const start =
        (given.from_id?.row as StoredVersion | undefined) ?? (await at(enterpriseId, typeId, input.valid_from));
      const content = filled(input, start);
      refuseSum(actor, content);
      const dated = { projectTypeId: typeId, validFrom: input.valid_from };
      const entries = await namesOf(enterpriseId, [content]);
      refuseDisabled(content, entries);
      return change(actor, async (trx) => {
        const repo = repoOf(enterpriseId, trx);
        if ((await repo.countOf(typeId)) >= LIMITS.costVersionsMax)
          throw fail.invalid('valid_from', 'cost.tooMany', { n: LIMITS.costVersionsMax });
        const id = await repo.add(dated, content, actor.userId);
        await told(trx, CostAdded, { actor, id, of: dated, after: logOf(dated, content, entries) });
        return id;
      });
    },

    async edit(actor: Actor, given: GivenTo<typeof costEdit>): Promise<void> {
      const { enterpriseId } = actor;
      const input = idsOf(given);
      refusePast(input.valid_from);
      const content = filled(input, given.id.row as StoredVersion);
      refuseSum(actor, content);
      const entries = await namesOf(enterpriseId, [content, given.id.row as StoredVersion]);
      await change(actor, async (trx) => {
        const repo = repoOf(enterpriseId, trx);
        const before = await repo.locked(input.id);
        if (!before) throw fail.notFound();
        if (before.version !== input.version) throw fail.conflict();
        if (!mayEdit(before, today())) throw fail.wrongState('cost.kept');
        // A filing of today may have used it. A later day would take it away like a deletion.
        if (!mayDelete(before, today()) && input.valid_from !== before.validFrom)
          throw fail.wrongState('cost.begunDay', { field: 'valid_from' });
        await repo.replace(input.id, input.valid_from, content, actor.userId);
        const dated = { projectTypeId: before.projectTypeId, validFrom: input.valid_from };
        await told(trx, CostEdited, {
          actor,
          id: input.id,
          of: dated,
          before: logOf(before, before, entries),
          after: logOf(dated, content, entries),
        });
      });
    },

    async del(
      actor: Actor,
      given: Authorized<StoredVersion, 'read', 'cost_config'>,
      version: GivenTo<typeof costDel>['version'],
    ): Promise<void> {
      const { enterpriseId } = actor;
      const entries = await namesOf(enterpriseId, [given.row]);
      await change(actor, async (trx) => {
        const repo = repoOf(enterpriseId, trx);
        const before = await repo.locked(given.id);
        if (!before) throw fail.notFound();
        if (before.version !== version) throw fail.conflict();
        if (!mayDelete(before, today())) throw fail.wrongState('cost.begun');
        await repo.remove(given.id);
        await told(trx, CostRemoved, { actor, id: given.id, of: before, before: logOf(before, before, entries) });
      });
    },

    /** The standard ratios of a new enterprise. `entryIdOf` finds its built-in entries. */
    async addStandard(
      trx: Trx,
      enterpriseId: number,
      entryIdOf: (kind: 'stage' | 'profession', code: string) => number,
    ): Promise<void> {
      const { stages, professions, roles, ...rest } = STANDARD_RATIOS;
      const entries = (kind: 'stage' | 'profession', ratios: Readonly<Record<string, number>>) =>
        Object.entries(ratios).map(([code, bp]) => ({ id: entryIdOf(kind, code), bp }));
      await repoOf(enterpriseId, trx).add(
        { projectTypeId: null, validFrom: FIRST_DAY },
        {
          ...rest,
          stages: entries('stage', stages),
          professions: entries('profession', professions),
          roles: Object.entries(roles).map(([role, bp]) => ({ role: role as keyof typeof roles, bp })),
        },
        null,
      );
    },
  };
}

interface Change {
  readonly actor: Actor;
  readonly id: number;
  readonly of: Dated;
  readonly before?: Record<string, unknown>;
  readonly after?: Record<string, unknown>;
}

const entryIds = ({ stages, professions }: Pick<CostContent, 'stages' | 'professions'>): number[] =>
  [...stages, ...professions].map(({ id }) => id);

const signed = (bp: number): string => `${bp > 0 ? '+' : ''}${percentOf(bp)}`;

/** A new version cannot copy an entry that was disabled since. The gate has checked the entries of the input itself. */
function refuseDisabled(content: CostContent, entries: Entries): void {
  for (const level of ['stages', 'professions'] as const)
    for (const { id } of content[level]) {
      const found = entries.get(id);
      if (!found || found.deleted_at !== null || found.disabled_at !== null)
        throw fail.invalid(level, 'cost.disabled', { name: found?.name ?? String(id) });
    }
}

/** The content of an input. A part that is left out comes from `start`. */
function filled(input: Omit<AddInput, 'project_type_id' | 'from_id'> | EditInput, start: CostContent): CostContent {
  return {
    stages: input.stages?.map(({ stage_id, bp }) => ({ id: stage_id, bp })) ?? start.stages,
    professions: input.professions?.map(({ profession_id, bp }) => ({ id: profession_id, bp })) ?? start.professions,
    roles: input.roles ?? start.roles,
    feeBp: input.fee_bp ?? start.feeBp,
    baseTax: input.base_tax ?? start.baseTax,
    advanceLimitFen: input.advance_limit === undefined ? start.advanceLimitFen : fenOf(input.advance_limit),
    contractThresholdFen:
      input.contract_threshold === undefined ? start.contractThresholdFen : fenOf(input.contract_threshold),
  };
}

type Entries = ReadonlyMap<number, Entry>;

function wireOf(version: StoredVersion, entries: Entries, today: string): CostVersion {
  const entry = (id: number) => {
    const found = entries.get(id);
    return {
      name: found?.name ?? '',
      code: found?.code ?? null,
      enabled: found !== undefined && found.deleted_at === null && found.disabled_at === null,
    };
  };
  return {
    id: version.id,
    project_type_id: version.projectTypeId,
    valid_from: version.validFrom,
    stages: version.stages.map(({ id, bp }) => ({ stage_id: id, ...entry(id), bp })),
    professions: version.professions.map(({ id, bp }) => ({ profession_id: id, ...entry(id), bp })),
    roles: version.roles.map(({ role, bp }) => ({ role, bp })),
    fee_bp: version.feeBp,
    base_tax: version.baseTax,
    advance_limit: yuanOf(version.advanceLimitFen),
    contract_threshold: yuanOf(version.contractThresholdFen),
    version: version.version,
    can: {
      edit: mayEdit(version, today) || 'cost.kept',
      del: mayDelete(version, today) || 'cost.begun',
    },
  };
}

/** The content for the action log, in names and percent. */
function logOf({ projectTypeId, validFrom }: Dated, content: CostContent, entries: Entries): Record<string, unknown> {
  const named = (parts: CostContent['stages']) =>
    Object.fromEntries(parts.map(({ id, bp }) => [entries.get(id)?.name ?? String(id), percentOf(bp)]));
  return {
    project_type_id: projectTypeId,
    valid_from: validFrom,
    stages: named(content.stages),
    professions: named(content.professions),
    roles: Object.fromEntries(content.roles.map(({ role, bp }) => [role, percentOf(bp)])),
    fee: percentOf(content.feeBp),
    base_tax: content.baseTax,
    advance_limit: yuanOf(content.advanceLimitFen),
    contract_threshold: yuanOf(content.contractThresholdFen),
  };
}
