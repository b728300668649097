import { LIMITS } from '@prdm/contract/limits';
import { randomToken } from '../platform/crypto.ts';
import type { Platform } from '../platform/platform.ts';
import { foundWithAdministrator } from '../first-start.ts';
import { ADMIN_POLICY } from '../env.ts';
import { FACTORY_POLICY } from '../modules/identity/identity.rules.ts';
import type { Modules } from '../modules.ts';
import { WrongOption, type Wanted } from './options.ts';

export interface Added {
  readonly enterpriseId: number;
  readonly account: string;
  /** Null for a password that was given. */
  readonly generatedPassword: string | null;
}

/**
 * Makes an enterprise with its first superAdmin and all standard entries, or a system administrator with an enterprise of
 * its own. Throws WrongOption for a name that is too long, and AppError for an account or password that breaks a rule.
 */
export async function addEnterprise(platform: Platform, modules: Modules, wanted: Wanted): Promise<Added> {
  if (wanted.kind === 'enterprise' && wanted.name.length > LIMITS.nameMax)
    throw new WrongOption('command.nameTooLong', { n: String(LIMITS.nameMax) });
  return platform.db.transaction(async (trx) => {
    if (wanted.kind === 'enterprise')
      return foundWithAdministrator(trx, modules, { ...wanted, enterpriseName: wanted.name });
    const generatedPassword = wanted.password === undefined ? `${randomToken(9)}7a` : null;
    const enterpriseId = await modules.organisation.foundSystem(trx, wanted.account);
    await modules.organisation.addPerson(trx, enterpriseId, {
      account: wanted.account,
      password: wanted.password ?? generatedPassword ?? '',
      mustChange: generatedPassword !== null,
      policy: wanted.password === undefined ? FACTORY_POLICY : ADMIN_POLICY,
      name: wanted.account,
      roleIds: [],
    });
    return { enterpriseId, account: wanted.account, generatedPassword };
  });
}
