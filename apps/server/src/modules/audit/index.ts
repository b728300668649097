import type { Principal } from '@prdm/access';
import { wireTime } from '@prdm/contract/kit/fields';
import type { Bus, Happening } from '../../platform/bus.ts';
import { withContact, type Content } from '../../platform/content/content.ts';
import type { ModuleDb } from '../../platform/db.ts';
import { sealedJson, shownSealed } from '../../platform/money/sealed.ts';
import { SignedIn, SignInRefused } from '../identity/identity.events.ts';
import { auditRepo, type AuditTables } from './audit.repo.ts';

/**
 * The action log and the login history. The module listens to every event inside its transaction. So no change exists
 * without its log row, and no row without its change. The tables refuse updates and deletions.
 */
export type Audit = ReturnType<typeof createAudit>;

const MAX_TEXT = 300;
const asJson = (value: Record<string, unknown> | undefined): string | null => (value ? sealedJson(value) : null);

/** Older rows of people hold phone and e-mail as plain texts. */
function shownTo(
  reader: Principal,
  { target_kind: kind, target_id: id }: { readonly target_kind: string; readonly target_id: number | null },
  values: unknown,
): unknown {
  const isPerson = kind === 'user' && typeof values === 'object' && values !== null;
  if (!isPerson) return shownSealed(values, reader);
  const { phone, email, ...rest } = values as Record<string, unknown>;
  const plain = { ...(typeof phone === 'string' ? { phone } : {}), ...(typeof email === 'string' ? { email } : {}) };
  const sealed = Object.entries(withContact(id ?? 0, plain)).map(([name, one]) => [name, (one as Content).sealed()]);
  return shownSealed({ phone, email, ...rest, ...Object.fromEntries(sealed) }, reader);
}

export function createAudit(platform: { bus: Bus; tables: ModuleDb<AuditTables> }) {
  const repoOf = (enterpriseId: number) => auditRepo(platform.tables.read, enterpriseId);

  platform.bus.onEvery(async (trx, event, { actor, target, projectId, before, after }: Happening) => {
    await auditRepo(platform.tables.within(trx), actor.enterpriseId).addAction({
      user_id: actor.userId,
      user_name: actor.name,
      ip: actor.ip,
      agent: actor.agent,
      event,
      target_kind: target.kind,
      target_id: target.id,
      target_name: target.name.slice(0, MAX_TEXT),
      project_id: projectId ?? null,
      before: asJson(before),
      after: asJson(after),
    });
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
