import { CODES, type Code } from '@prdm/contract/codes';
import { SSO_TOKEN } from '@prdm/contract/identity/sso-token';
import type { SsoReason } from '@prdm/contract/identity/sso';
import { LIFETIMES } from '@prdm/contract/limits';
import { randomToken, sha256 } from '../../../platform/crypto.ts';
import type { ModuleDb, Trx } from '../../../platform/db.ts';
import { fail, type AppError } from '../../../platform/errors.ts';
import { networkOf } from '../../../platform/http/network.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import type { Log } from '../../../platform/log.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import type { Site } from '../../../platform/mail/site.ts';
import { SsoLinked } from '../identity.events.ts';
import { identityRepo, type AccountRow } from '../identity.repo.ts';
import { ssoLinkedMail } from '../recovery/mails.ts';
import { actorOf, enterpriseDisabled, openSession, signIn, type SignInParts, type Visitor } from '../sign-in.ts';
import { Provider, ProviderFailure, type ConfirmedPerson, type ProviderTokens } from './provider.ts';
import { Seal } from './seal.ts';
import { ssoAccountRepo, ssoRepo, type SsoTables } from './sso.repo.ts';
import type { SsoSettings } from './settings.ts';

export interface SsoParts extends SignInParts {
  readonly ssoTables: ModuleDb<SsoTables>;
  readonly jobs: Jobs;
  readonly log: Log;
  readonly mail: Mail;
  readonly site: Site;
  /** Null while single sign-on is off. */
  readonly sso: { readonly provider: Provider; readonly seal: Seal } | null;
}

/** Facts from the modules above this one. */
export interface SsoSources {
  acceptsDefaultKey(enterpriseId: number): Promise<boolean>;
  /** The e-mail of a person, '' where there is none. */
  emailOf(enterpriseId: number, userId: number, trx: Trx): Promise<string>;
}

export const ssoOn = (settings: SsoSettings | null): SsoParts['sso'] =>
  settings === null ? null : { provider: new Provider(settings), seal: new Seal(settings.clientSecret) };

const REFUSED: Readonly<Record<SsoReason, Code>> = {
  off: CODES.wrongState,
  state: CODES.wrongState,
  ticket: CODES.wrongState,
  linked: CODES.wrongState,
  password: CODES.wrongState,
  unreachable: CODES.failed,
  refused: CODES.failed,
  invalid: CODES.failed,
  disabled: CODES.userDisabled,
};

/** A refusal with a reason of the fixed list. */
export const ssoRefusal = (reason: SsoReason): AppError =>
  fail.of(REFUSED[reason], `identity.sso.${reason}`, { reason });

export function configured({ sso }: Pick<SsoParts, 'sso'>): NonNullable<SsoParts['sso']> {
  if (sso === null) throw ssoRefusal('off');
  return sso;
}

export const newSsoToken = (): string => SSO_TOKEN + randomToken();

/** Begins an attempt. The state is stored, so another process may take the provider's answer. */
export async function startSso(
  parts: SsoParts,
  ip: string,
): Promise<{ url: string; state: string; expires_in: number }> {
  const { provider } = configured(parts);
  const attempt = { state: randomToken(), nonce: randomToken(), verifier: randomToken() };
  const url = await orRefuse(parts, () => provider.signInUrl(attempt));
  await ssoRepo(parts.ssoTables.read).addRequest({
    state_hash: sha256(attempt.state),
    nonce: attempt.nonce,
    verifier: attempt.verifier,
    network: networkOf(ip),
  });
  return { url, state: attempt.state, expires_in: LIFETIMES.ssoState };
}

/**
 * Ends an attempt. The state is used up before the provider is asked. A linked person gets a session, any other person a
 * ticket: neither an equal e-mail nor an equal name opens an account (safety.md S37).
 */
export async function finishSso(
  parts: SsoParts,
  answer: { code: string; state: string; iss?: string },
  visitor: Visitor,
): Promise<{ token: string; link: { ticket: string; name: string; expires_in: number } | null }> {
  const { provider } = configured(parts);
  const attempt = await ssoRepo(parts.ssoTables.read).takeRequest(sha256(answer.state));
  if (!attempt) throw ssoRefusal('state');
  const iss = answer.iss === '' ? undefined : answer.iss;
  const person = await orRefuse(parts, () => provider.exchange({ ...answer, iss }, attempt));
  const known = await ssoRepo(parts.ssoTables.read).accountOf(person.issuer, person.tokens.subject);
  if (known) return { token: await enter(parts, known, person, visitor), link: null };
  return { token: '', link: { ...(await issueTicket(parts, person)), name: person.name } };
}

async function issueTicket(parts: SsoParts, { issuer, tokens }: ConfirmedPerson) {
  const ticket = randomToken();
  await ssoRepo(parts.ssoTables.read).addTicket({
    ticket_hash: sha256(ticket),
    issuer,
    subject: tokens.subject,
    tokens: sealed(parts, tokens),
  });
  return { ticket, expires_in: LIFETIMES.ssoTicket };
}

/** Opens the session of a linked person. Throws with the reason `disabled` for an account that may not sign in. */
async function enter(
  parts: SsoParts,
  known: { enterprise_id: number; user_id: number },
  { issuer, tokens }: ConfirmedPerson,
  visitor: Visitor,
): Promise<string> {
  const account = await identityRepo(parts.tables.read, known.enterprise_id).account(known.user_id);
  const entry = account
    ? await openSession(parts, account, visitor, {
        way: 'sso',
        token: newSsoToken(),
        automatic: false,
        // A new password removes the link. Its lock on the account comes before or after this one.
        isRight: (trx) =>
          ssoAccountRepo(parts.ssoTables.within(trx), known.enterprise_id).isLinked(account.id, issuer, tokens.subject),
        opened: (trx, sessionId) => keepTokens(parts, trx, account, sessionId, tokens),
      })
    : 'outdated';
  if (typeof entry === 'object') return entry.token;
  await revokeQuietly(parts, tokens);
  if (entry === 'enterprise-disabled') throw enterpriseDisabled();
  throw ssoRefusal(entry === 'disabled' ? 'disabled' : 'state');
}

/**
 * Links the person of a ticket with the account of a correct password, and signs in. The counters are those of sign-in
 * by password. A wrong password leaves the ticket usable until it expires. So does a password that its owner must change:
 * another person chose it, and a link would keep the account after the change. The owner gets a mail about the link.
 */
export async function linkSso(
  parts: SsoParts,
  input: { ticket: string; account: string; password: string; kid?: string },
  visitor: Visitor,
  sources: SsoSources,
): Promise<{ token: string }> {
  configured(parts);
  const hash = sha256(input.ticket);
  if (!(await ssoRepo(parts.ssoTables.read).hasTicket(hash))) throw ssoRefusal('ticket');
  const acceptsDefaultKey = (enterpriseId: number) => sources.acceptsDefaultKey(enterpriseId);
  return signIn(parts, { ...input, automatic: false }, visitor, acceptsDefaultKey, {
    way: 'sso',
    token: newSsoToken(),
    opened: async (trx, sessionId, account) => {
      if (account.must_change) throw ssoRefusal('password');
      await spendTicket(parts, trx, { hash, account, sessionId, visitor });
      const to = await sources.emailOf(account.enterprise_id, account.id, trx);
      if (to === '') return;
      const product = await parts.site.titleOf(account.enterprise_id, trx);
      const mail = ssoLinkedMail(product, visitor.lang, account.account);
      await parts.mail.enqueue(trx, { key: `sso linked ${randomToken(12)}`, to, ...mail });
    },
  });
}

async function spendTicket(
  parts: SsoParts,
  trx: Trx,
  { hash, account, sessionId, visitor }: { hash: Buffer; account: AccountRow; sessionId: number; visitor: Visitor },
): Promise<void> {
  const ticket = await ssoRepo(parts.ssoTables.within(trx)).takeTicket(hash);
  const tokens = ticket && openTokens(parts, ticket.tokens);
  if (!ticket || !tokens) throw ssoRefusal('ticket');
  const repo = ssoAccountRepo(parts.ssoTables.within(trx), account.enterprise_id);
  if (!(await repo.link(account.id, ticket.issuer, ticket.subject))) throw ssoRefusal('linked');
  await keepTokens(parts, trx, account, sessionId, tokens);
  await parts.bus.emit(trx, SsoLinked, {
    actor: actorOf(account, visitor),
    target: { kind: 'user', id: account.id, name: account.account },
    after: { issuer: ticket.issuer, subject: ticket.subject },
    data: { userId: account.id },
  });
}

const keepTokens = (
  parts: SsoParts,
  trx: Trx,
  account: AccountRow,
  sessionId: number,
  tokens: ProviderTokens,
): Promise<void> =>
  ssoAccountRepo(parts.ssoTables.within(trx), account.enterprise_id).addGrant(sessionId, sealed(parts, tokens));

export const sealed = (parts: SsoParts, tokens: ProviderTokens): Buffer =>
  configured(parts).seal.close(JSON.stringify(tokens));

/** Null when the client secret has changed since. */
export function openTokens(parts: SsoParts, bytes: Buffer): ProviderTokens | null {
  const text = configured(parts).seal.open(bytes);
  return text === null ? null : (JSON.parse(text) as ProviderTokens);
}

/** Throws a refusal with the reason of the failure. Only the log gets its cause. */
async function orRefuse<T>(parts: SsoParts, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    logFailure(parts, error);
    throw ssoRefusal(error.reason);
  }
}

export const logFailure = ({ log }: SsoParts, { reason, cause }: ProviderFailure): void =>
  log.warn({ reason, why: whyOf(cause) }, 'the identity provider did not answer as expected');

/** Name, code and message only: the whole error may contain tokens. */
function whyOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const inner = cause.cause instanceof Error ? ` (${cause.cause.message})` : '';
  const code = 'code' in cause && typeof cause.code === 'string' ? ` ${cause.code}` : '';
  const kind = 'error' in cause && typeof cause.error === 'string' ? ` ${cause.error}` : '';
  return `${cause.name}${code}${kind}: ${cause.message}${inner}`;
}

/** A failure is logged only: the token ends at the provider by itself. */
export async function revokeQuietly(parts: SsoParts, tokens: ProviderTokens): Promise<boolean> {
  try {
    await configured(parts).provider.revoke(tokens);
    return true;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    logFailure(parts, error);
    return error.reason !== 'unreachable';
  }
}
