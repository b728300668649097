import { sql } from 'kysely';
import { DEFAULT_LANG } from '@prdm/locales';
import { randomToken } from './platform/crypto.ts';
import { translate } from './platform/translate.ts';
import { ADMIN_POLICY, type Env } from './env.ts';
import type { Modules } from './modules.ts';
import type { Platform } from './platform/platform.ts';
import { STANDARD_ENTRIES } from './modules/config/standard-entries.ts';
import { STANDARD_POSITIONS } from './modules/organisation/standard-positions.ts';
import { FACTORY_POLICY } from './modules/identity/identity.rules.ts';
import { Trx } from './platform/db.ts';

const LOCK = 7_346_001;
const name = (key: string): string => translate(DEFAULT_LANG, `seed.${key}`);

/**
 * What a fresh installation begins with: one enterprise, its standard roles, dictionaries and positions, and a superAdmin.
 * Under a lock, so two programs starting at once found one enterprise. Tells the password only if it was made here.
 */
export async function firstStart(
  platform: Platform,
  modules: Modules,
  env: Pick<Env, 'ADMIN_ACCOUNT' | 'ADMIN_PASSWORD'>,
): Promise<{ account: string; generatedPassword: string | null } | null> {
  if ((await modules.organisation.enterpriseIds()).length > 0) return null;
  return platform.db.transaction(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(Trx.open(trx));
    if ((await modules.organisation.enterpriseIds()).length > 0) return null;
    const founded = await foundEnterprise(trx, modules, name('enterprise'));
    const generated = env.ADMIN_PASSWORD === undefined ? `${randomToken(9)}7a` : null;
    await modules.organisation.addPerson(trx, founded.enterpriseId, {
      account: env.ADMIN_ACCOUNT,
      password: env.ADMIN_PASSWORD ?? generated ?? '',
      mustChange: generated !== null,
      policy: env.ADMIN_PASSWORD === undefined ? FACTORY_POLICY : ADMIN_POLICY,
      name: name('administratorName'),
      roleIds: [founded.roleIds.get('superAdmin') ?? 0],
    });
    return { account: env.ADMIN_ACCOUNT, generatedPassword: generated };
  });
}

/** An enterprise with everything a fresh one has; builders of tests and of the demo institute use it too. */
export async function foundEnterprise(
  trx: Trx,
  modules: Modules,
  enterpriseName: string,
): Promise<{ enterpriseId: number; roleIds: Map<string, number> }> {
  const founded = await modules.organisation.found(trx, {
    name: enterpriseName,
    roleName: (key) => name(`roles.${key}`),
  });
  for (const [index, key] of STANDARD_POSITIONS.entries()) {
    await modules.organisation.addPosition(trx, founded.enterpriseId, name(`positions.${key}`), index);
  }
  for (const [kind, codes] of Object.entries(STANDARD_ENTRIES)) {
    const entries = codes.map((code) => ({ code, name: name(`${kind}.${code}`) }));
    await modules.config.add(trx, founded.enterpriseId, kind as keyof typeof STANDARD_ENTRIES, entries);
  }
  return founded;
}
