import { systemActor } from '../../../platform/actor.ts';
import type { Registers } from '../../../platform/http/server-module.ts';
import { defineJob } from '../../../platform/jobs.ts';
import { SessionRevoked } from '../identity.events.ts';
import { endSessions, signOut } from '../sessions.ts';
import { ProviderFailure } from './provider.ts';
import { ssoAccountRepo, ssoRepo, type GrantRow } from './sso.repo.ts';
import { logFailure, openTokens, revokeQuietly, sealed, type SsoParts } from './sso.ts';

const AskProvider = defineJob<Record<string, never>>({ name: 'sso.ask', retries: 0 });
const AskSoon = defineJob<Record<string, never>>({ name: 'sso.askSoon', retries: 0 });
/** Sessions in a row without an answer, after which the provider counts as absent. */
const SILENT_MAX = 3;

/**
 * Asks the provider about each live session every five minutes, by its refresh token. A session ends when the provider
 * has ended its own. While the provider does not answer, sessions run to their own end (safety.md A14). A session without
 * an answer waits for its next turn behind the others, so it cannot keep them from being asked. The refresh tokens of
 * ended sessions are revoked.
 */
export async function askProvider(parts: SsoParts): Promise<void> {
  if (parts.sso === null) return;
  for (const bytes of await ssoRepo(parts.ssoTables.read).sweep()) {
    const tokens = openTokens(parts, bytes);
    if (tokens) await revokeQuietly(parts, tokens);
  }
  let silent = 0;
  while (silent < SILENT_MAX) {
    // One at a time: a claimed grant has its next turn set, and those behind it must stay due when this turn ends.
    const [grant] = await ssoRepo(parts.ssoTables.read).claimDue(1);
    if (grant === undefined) return;
    silent = (await settle(parts, grant)) === 'unreachable' ? silent + 1 : 0;
  }
}

async function settle(parts: SsoParts, grant: GrantRow): Promise<'settled' | 'unreachable'> {
  const repo = ssoAccountRepo(parts.ssoTables.read, grant.enterprise_id);
  const tokens = openTokens(parts, grant.tokens);
  if (grant.ended) {
    if (tokens && !(await revokeQuietly(parts, tokens))) return 'unreachable';
    await repo.dropGrant(grant.session_id);
    return 'settled';
  }
  if (!tokens) {
    await endGrant(parts, grant);
    return 'settled';
  }
  if (tokens.refreshToken === '') return 'settled';
  try {
    const fresh = await parts.sso?.provider.refresh(tokens);
    if (!fresh) await endGrant(parts, grant);
    else if (!(await repo.storeGrant(grant.session_id, sealed(parts, fresh)))) await revokeQuietly(parts, fresh);
    return 'settled';
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    logFailure(parts, error);
    return error.reason === 'unreachable' ? 'unreachable' : 'settled';
  }
}

/** The provider no longer confirms the person, or the tokens are unreadable: the session ends. */
async function endGrant(parts: SsoParts, grant: GrantRow): Promise<void> {
  const { enterprise_id: enterpriseId, user_id: userId, session_id: id } = grant;
  await parts.db.transaction(async (trx) => {
    await endSessions(parts, trx, enterpriseId, { id, userId });
    await ssoAccountRepo(parts.ssoTables.within(trx), enterpriseId).dropGrant(id);
    await parts.bus.emit(trx, SessionRevoked, {
      actor: systemActor(enterpriseId),
      target: { kind: 'user', id: userId, name: grant.account },
      data: { userId },
    });
  });
}

/**
 * Signs out. For a single sign-on session it returns the provider's sign-out address ('' without one) and queues the
 * revocation of the refresh token. The own session ends also while the provider is away.
 */
export async function signOutWithSso(
  parts: SsoParts,
  actor: Parameters<typeof signOut>[1],
  session: Parameters<typeof signOut>[2],
): Promise<{ sso_url: string } | null> {
  const repo = ssoAccountRepo(parts.ssoTables.read, actor.enterpriseId);
  const bytes = parts.sso === null ? undefined : await repo.grant(session.id);
  await signOut(parts, actor, session, async (trx) => {
    if (bytes === undefined) return;
    await ssoAccountRepo(parts.ssoTables.within(trx), actor.enterpriseId).hasten(session.id);
    await parts.jobs.send(trx, AskSoon, {});
  });
  if (bytes === undefined) return null;
  const tokens = openTokens(parts, bytes);
  if (!tokens) return { sso_url: '' };
  try {
    return { sso_url: (await parts.sso?.provider.signOutUrl(tokens)) ?? '' };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    logFailure(parts, error);
    return { sso_url: '' };
  }
}

/** The background work: every minute, and at once after a sign-out. */
export const ssoRegisters = (parts: SsoParts): Registers => ({
  jobs: [AskProvider, AskSoon],
  timers: [{ job: AskProvider, cron: '* * * * *', run: () => askProvider(parts) }],
  start: async () => {
    await parts.jobs.work(AskSoon, () => askProvider(parts));
    return { stop: () => undefined };
  },
});
