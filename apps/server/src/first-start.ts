import { sql } from 'kysely';
import { DEFAULT_LANG } from '@prdm/locales';
import type { TextEntry } from '@prdm/locales/text-key';
import { randomToken } from './platform/crypto.ts';
import { translate } from './platform/translate.ts';
import { ADMIN_POLICY, type Env } from './env.ts';
import type { Modules } from './modules.ts';
import type { Platform } from './platform/platform.ts';
import { addStandardData, seedName } from './standard-data.ts';
import { FACTORY_POLICY } from './modules/identity/identity.rules.ts';
import { Trx } from './platform/db.ts';

const LOCK = 7_346_001;
type Name = Exclude<TextEntry<'seed'>, `${string}.${string}`>;

const name = (key: Name): string => translate(DEFAULT_LANG, `seed.${key}`);

/**
 * Creates the data of a new installation: one enterprise with standard roles, dictionaries and positions, and a superAdmin. A lock prevents
 * two programs that start at once from creating two enterprises.
 * Returns null when the installation already has an enterprise. Returns the password only when it was generated here.
 */
export async function firstStart(
  platform: Platform,
  modules: Modules,
  env: Pick<Env, 'ADMIN_ACCOUNT' | 'ADMIN_PASSWORD'>,
): Promise<{ account: string; generatedPassword: string | null } | null> {
  if (await modules.organisation.hasEnterprise()) return null;
  return platform.db.transaction(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(Trx.open(trx));
    if (await modules.organisation.hasEnterprise()) return null;
    const { account, generatedPassword } = await foundWithAdministrator(trx, modules, {
      enterpriseName: name('enterprise'),
      account: env.ADMIN_ACCOUNT,
      password: env.ADMIN_PASSWORD,
    });
    return { account, generatedPassword };
  });
}

/**
 * Creates an enterprise with all standard data and its first superAdmin. A password that was not given is generated,
 * returned once, and must be changed at the first sign-in.
 */
export async function foundWithAdministrator(
  trx: Trx,
  modules: Modules,
  given: { enterpriseName: string; account: string; person?: string | undefined; password: string | undefined },
): Promise<{ enterpriseId: number; account: string; generatedPassword: string | null }> {
  const founded = await foundEnterprise(trx, modules, given.enterpriseName);
  const generated = given.password === undefined ? `${randomToken(9)}7a` : null;
  await modules.organisation.addPerson(trx, founded.enterpriseId, {
    account: given.account,
    password: given.password ?? generated ?? '',
    mustChange: generated !== null,
    policy: given.password === undefined ? FACTORY_POLICY : ADMIN_POLICY,
    name: given.person ?? name('administratorName'),
    roleIds: [founded.roleIds.get('superAdmin') ?? 0],
  });
  return { enterpriseId: founded.enterpriseId, account: given.account, generatedPassword: generated };
}

/** Creates an enterprise with all standard data. Builders of tests and of the demo institute use it too. */
export async function foundEnterprise(
  trx: Trx,
  modules: Modules,
  enterpriseName: string,
): Promise<{ enterpriseId: number; roleIds: Map<string, number> }> {
  const founded = await modules.organisation.found(trx, {
    name: enterpriseName,
    roleName: (key) => seedName('roles', key),
  });
  await addStandardData(trx, modules, founded.enterpriseId, enterpriseName);
  await modules.config.addStandardCosts(trx, founded.enterpriseId);
  return founded;
}
