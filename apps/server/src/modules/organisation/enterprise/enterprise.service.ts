import type { Principal } from '@prdm/access';
import type { EnterpriseInfo, enterpriseEdit } from '@prdm/contract/organisation/enterprise';
import type { Actor } from '../../../platform/actor.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Database, ModuleDb, Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import type { GivenTo, Numbers } from '../../../platform/ids/authorized.ts';
import type { Live } from '../../../platform/live.ts';
import type { Identity } from '../../identity/index.ts';
import { lockedCaller } from '../caller.ts';
import { EnterpriseEdited } from '../organisation.events.ts';
import type { OrganisationTables } from '../organisation.repo.ts';
import type { PrincipalsOf } from '../principals.ts';
import { fallbackOf, type SiteBrand } from './brand.ts';
import { enterpriseRepo, RECORD_FIELDS, type EnterpriseRecord, type RecordField } from './enterprise.repo.ts';
import type { EnterpriseUse } from './use.ts';

interface Parts {
  readonly db: Database;
  readonly bus: Bus;
  readonly live: Live;
  readonly identity: Identity;
  readonly tables: ModuleDb<OrganisationTables>;
  readonly brand: SiteBrand;
  readonly use: EnterpriseUse;
  readonly principalsOf: PrincipalsOf;
}

type Input = Numbers<GivenTo<typeof enterpriseEdit>>;

/** The calls of the own enterprise. */
export const enterpriseCalls = (parts: Parts) => ({
  facts: (enterpriseId: number) => factsOf(parts, enterpriseId),
  edit: (actor: Actor & { userId: number }, principal: Principal, input: Input): Promise<void> =>
    parts.db.transaction((trx) => edit(parts, trx, actor, principal, input)),
});

/** The record with its limits and the use of them. */
async function factsOf(parts: Parts, enterpriseId: number): Promise<EnterpriseInfo> {
  const [{ is_system: _isSystem, ...record }, use] = await Promise.all([
    enterpriseRepo(parts.tables.read, enterpriseId).record(),
    parts.use.of(enterpriseId),
  ]);
  return { ...record, ...use, fallback: fallbackOf(parts.brand) };
}

/** Writes the given fields. Throws 1009 when any setting changed since, and 1001 on `logo` for a picture of others. */
async function edit(
  parts: Parts,
  trx: Trx,
  actor: Actor & { userId: number },
  principal: Principal,
  input: Input,
): Promise<void> {
  const { enterpriseId } = actor;
  const repo = enterpriseRepo(parts.tables.within(trx), enterpriseId);
  await lockedCaller(parts, trx, principal, 'User-setting');
  const before = await repo.record();
  if (before.version !== input.version) throw fail.conflict();
  const given = changesOf(before, input);
  if (given.logo !== undefined)
    await parts.identity.swapImage(trx, actor, { before: before.logo, after: given.logo, field: 'logo' });
  if (!(await repo.write(input.version, given))) throw fail.conflict();
  await parts.bus.emit(trx, EnterpriseEdited, {
    actor,
    target: { kind: 'enterprise', id: enterpriseId, name: given.name ?? before.name },
    before: logged(before, given),
    after: logged(given, given),
    data: null,
  });
  await parts.live.notify(trx, enterpriseId, {}, { type: 'enterprise.settings' });
}

type Fields = Partial<Pick<EnterpriseRecord, RecordField>>;

/** The given fields that differ from the stored ones. A credit code is stored in capitals. */
function changesOf(before: EnterpriseRecord, { version: _version, ...input }: Fields & { version: number }): Fields {
  const code = input.credit_code?.toUpperCase();
  const wanted: Fields = code === undefined ? input : { ...input, credit_code: code };
  const changed = RECORD_FIELDS.filter((field) => wanted[field] !== undefined && wanted[field] !== before[field]);
  return Object.fromEntries(changed.map((field) => [field, wanted[field]]));
}

/** The fields of `changed` for the action log. The address of a logo says nothing to a reader. */
const logged = (values: Fields, changed: Fields): Record<string, unknown> =>
  Object.fromEntries(
    (Object.keys(changed) as RecordField[]).map((field) => [
      field,
      field === 'logo' ? values.logo !== '' : values[field],
    ]),
  );
