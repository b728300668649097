import type { Principal } from '@prdm/access';
import type { EnterpriseSettings, enterpriseSettingsEdit } from '@prdm/contract/organisation/settings';
import type { Actor } from '../../../platform/actor.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { ModuleDb, Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import type { Numbers, GivenTo } from '../../../platform/ids/authorized.ts';
import type { Live } from '../../../platform/live.ts';
import type { Identity } from '../../identity/index.ts';
import { lockedCaller } from '../caller.ts';
import { SettingsChanged } from '../organisation.events.ts';
import type { OrganisationTables } from '../organisation.repo.ts';
import { namesByIds } from '../people.ts';
import type { PrincipalsOf } from '../principals.ts';
import { newlyNamed, refuseInactive } from '../staff/active-staff.ts';
import { staffRepo } from '../staff/staff.repo.ts';
import { settingsRepo, type Setting, type StoredSettings } from './settings.repo.ts';

interface Parts {
  readonly tables: ModuleDb<OrganisationTables>;
  readonly identity: Identity;
}

/** The settings with the names of the people. */
export async function readSettings(parts: Parts, enterpriseId: number): Promise<EnterpriseSettings> {
  const [settings, chiefs] = await Promise.all([
    settingsRepo(parts.tables.read, enterpriseId).read(),
    staffRepo(parts.tables.read, enterpriseId).activeHolders('superAdmin'),
  ]);
  const { name: _name, fallback_approver_ids: ids, task_notify_way: ways, ...rest } = settings;
  const names = await namesByIds(parts, enterpriseId, [...ids, ...chiefs]);
  const people = (wanted: readonly number[]) => wanted.flatMap((id) => names.get(id) ?? []);
  return {
    ...rest,
    fallback_approvers: people(ids),
    fallback_default: people(chiefs.toSorted((a, b) => a - b)),
    task_notify_way: [...ways],
  };
}

/** Writes the given settings. Throws 1009 when any setting changed since, 1012, 1013 or 1001 for a person who cannot approve. */
export async function editSettings(
  parts: Parts & { readonly bus: Bus; readonly live: Live; readonly principalsOf: PrincipalsOf },
  trx: Trx,
  actor: Actor,
  principal: Principal,
  input: Numbers<GivenTo<typeof enterpriseSettingsEdit>>,
): Promise<void> {
  const { enterpriseId } = actor;
  const repo = settingsRepo(parts.tables.within(trx), enterpriseId);
  await lockedCaller(parts, trx, principal, 'User-setting');
  const before = await repo.read();
  if (before.version !== input.version) throw fail.conflict();
  const named = newlyNamed('fallback_approver_ids', input.fallback_approver_ids ?? [], before.fallback_approver_ids);
  await refuseInactive(parts.tables, enterpriseId, named, trx);
  const rows = await staffRepo(parts.tables.within(trx), enterpriseId).byIds(named.map(({ id }) => id));
  const partner = rows.find(({ type }) => type === 'partner');
  if (partner) throw fail.invalid('fallback_approver_ids', 'settings.partner', { name: partner.name });
  const { version, ...wanted } = input;
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as Partial<
    Pick<StoredSettings, Setting>
  >;
  if (!(await repo.write(version, given))) throw fail.conflict();
  await parts.bus.emit(trx, SettingsChanged, {
    actor,
    target: { kind: 'enterprise', id: enterpriseId, name: before.name },
    before: Object.fromEntries(Object.keys(given).map((key) => [key, before[key as Setting]])),
    after: given,
    data: null,
  });
  await parts.live.notify(trx, enterpriseId, {}, { type: 'enterprise.settings' });
}

/**
 * People who decide where no rule finds an approver: the chosen ones who are active, else the active super
 * administrators. Reads inside a running transaction.
 */
export async function fallbackApprovers(
  tables: ModuleDb<OrganisationTables>,
  trx: Trx,
  enterpriseId: number,
): Promise<number[]> {
  const { fallback_approver_ids: ids } = await settingsRepo(tables.within(trx), enterpriseId).read();
  const staff = staffRepo(tables.within(trx), enterpriseId);
  const active = new Set(
    (await staff.byIds(ids)).flatMap(({ user_id, status }) => (status === 'active' ? [user_id] : [])),
  );
  const chosen = ids.filter((id) => active.has(id));
  return chosen.length > 0 ? chosen : (await staff.activeHolders('superAdmin')).toSorted((a, b) => a - b);
}
