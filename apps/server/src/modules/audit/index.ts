import type { Principal } from '@prdm/access';
import { wireTime } from '@prdm/contract/kit/fields';
import type { Bus, Happening } from '../../platform/bus.ts';
import type { ModuleDb } from '../../platform/db.ts';
import { sealedJson } from '../../platform/money/sealed.ts';
import { actionLog } from './reading/log-list.ts';
import { shownTo } from './shown-to.ts';
import { Sealer, type SealingParts } from './sealing/index.ts';
import { SignedIn, SignInRefused } from '../identity/identity.events.ts';
import { auditRepo, type ActionRow, type AuditTables } from './audit.repo.ts';

/**
 * The action log and the login history. The module listens to every event inside its transaction. So no change exists
 * without its log row, and no row without its change. The tables refuse updates and deletions.
 */
export type Audit = ReturnType<typeof createAudit>;

const MAX_TEXT = 300;
/** The database stores neither NUL nor halves of characters. A row with them must not be lost. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\uFFFD');
const asJson = (value: Record<string, unknown> | undefined): string | null =>
  value ? sealedJson(value).replaceAll(/\\(u0000|ud[89a-f][0-9a-f]{2}|\\)/gi, keptEscape) : null;
/** JSON writes these characters as escapes, which jsonb refuses. A pair of backslashes is one written backslash. */
const keptEscape = (found: string): string => (found === '\\\\' ? found : '\\ufffd');

const rowOf = (event: string, { actor, target, projectId, before, after }: Happening): ActionRow => ({
  user_id: actor.userId,
  user_name: storable(actor.name),
  ip: actor.ip,
  agent: storable(actor.agent),
  event,
  target_kind: target.kind,
  target_id: target.id,
  target_name: storable(target.name.slice(0, MAX_TEXT)),
  project_id: projectId ?? null,
  before: asJson(before),
  after: asJson(after),
});

export function createAudit(platform: { bus: Bus; tables: ModuleDb<AuditTables>; sealing: SealingParts }) {
  const sealer = new Sealer(platform.sealing);
  const repoOf = (enterpriseId: number) => auditRepo(platform.tables.read, enterpriseId);

  platform.bus.onEvery(async (trx, event, happenings) => {
    const enterpriseId = happenings[0]?.actor.enterpriseId ?? 0;
    await auditRepo(platform.tables.within(trx), enterpriseId).addActions(
      happenings.map((happening) => rowOf(event, happening)),
    );
  });
  platform.bus.on(SignedIn, 'in-transaction', async (trx, { actor, data }) => {
    const { ip, agent } = actor;
    await auditRepo(platform.tables.within(trx), actor.enterpriseId).addLogin({
      user_id: data.userId,
      ip,
      agent,
      way: data.way,
      result: 'success',
    });
  });
  platform.bus.on(SignInRefused, 'in-transaction', async (trx, { actor, data }) => {
    const { ip, agent } = actor;
    await auditRepo(platform.tables.within(trx), actor.enterpriseId).addLogin({
      user_id: data.userId,
      ip,
      agent,
      way: data.way,
      result: data.result,
    });
  });

  return {
    /** Seals new rows; the worker runs it. */
    sealer,
    /** The log for the page of it. */
    log: actionLog(platform.tables),

    /**
     * The newest rows of the action log, at most `limit`. Amounts and content of others are masked for the reader, and
     * rows of hidden projects are left out.
     */
    async actions(reader: Principal, limit: number) {
      const rows = await repoOf(reader.enterpriseId).newestActions(limit, [...reader.hiddenProjects]);
      return rows.map((row) => ({
        ...row,
        at: wireTime(row.at),
        before: shownTo(reader, row, row.before),
        after: shownTo(reader, row, row.after),
      }));
    },

    /** The latest sign-ins of a user, newest first, at most LIMITS.loginHistory. */
    async loginHistory(enterpriseId: number, userId: number) {
      const rows = await repoOf(enterpriseId).loginsOf(userId);
      return rows.map((row) => ({ ...row, at: wireTime(row.at) }));
    },
  };
}
