import * as contract from '@prdm/contract/staff';
import { personSessionEnd, personSessions } from '@prdm/contract/organisation/person-sessions';
import { enterpriseSettings, enterpriseSettingsEdit } from '@prdm/contract/organisation/settings';
import { fail } from '../../../platform/errors.ts';
import type { Mount } from '../../../platform/http/mounting.ts';
import type { Organisation } from '../index.ts';

/** Staff calls of administrators besides add and disable, and the reads that the specification names. */
export function staffRoutes(mount: Mount, { calls, kinds }: Pick<Organisation, 'calls' | 'kinds'>): void {
  mount(contract.userInfo, async (_input, { principal, subject }) => {
    const person = await calls.staffOf(principal, subject(kinds.user, 'id'));
    if (!person) throw fail.notFound();
    return person;
  });
  mount(contract.userModify, async (_input, { actor, principal, given }) => {
    await calls.userModify(actor, principal, given);
    return null;
  });
  mount(contract.userSort, async (_input, { actor, principal, subjects }) => {
    await calls.userSort(actor, principal, subjects(kinds.user, 'ids.*'));
    return null;
  });
  mount(contract.changePosition, async (_input, { actor, principal, given }) => {
    await calls.assign(actor, principal, { users: given.user_ids, column: 'position_id', to: given.position_id });
    return null;
  });
  mount(contract.changeProfessional, async (_input, { actor, principal, given }) => {
    await calls.assign(actor, principal, { users: given.user_ids, column: 'profession_id', to: given.profession_id });
    return null;
  });
  mount(contract.userDel, async ({ version }, { actor, principal, subject }) => {
    await calls.userDel(actor, principal, subject(kinds.user, 'id'), version);
    return null;
  });
  mount(contract.userWork, async (_input, { session, subject }) => ({
    open: await calls.openWork(session.enterpriseId, subject(kinds.user, 'id')),
  }));
  mount(contract.userHandOver, async ({ kind }, { actor, principal, subject }) => {
    const { moved, left } = await calls.userHandOver(actor, principal, {
      kind,
      from: subject(kinds.user, 'id'),
      to: subject(kinds.user, 'to_id'),
    });
    return { moved, left: [...left] };
  });
  mount(contract.resetPwd, async ({ version }, { actor, principal, subject }) => ({
    password: await calls.resetPassword(actor, principal, subject(kinds.user, 'id'), version),
  }));
  mount(personSessions, async (_input, { actor, principal, session, subject }) => ({
    list: await calls.personSessions(actor, principal, subject(kinds.user, 'id'), session.id),
  }));
  mount(personSessionEnd, async ({ key, all }, { actor, principal, subject }) => {
    const isOne = key !== undefined && key !== '';
    if (!isOne && all !== true) throw fail.invalid('key', 'validation.required');
    await calls.personSessionEnd(actor, principal, subject(kinds.user, 'id'), isOne ? { key } : 'all');
    return null;
  });
  mount(contract.userTreeAgain, (_input, { principal }) => calls.pickerTree(principal));
  mount(contract.managers, (_input, { principal }) => calls.workingStaff(principal, 'managers'));
  mount(contract.workers, (_input, { principal }) => calls.workingStaff(principal, 'everybody'));
  mount(contract.specifyUser, (_input, { principal, given }) => calls.specifiedStaff(principal, given));
  mount(enterpriseSettings, (_input, { session }) => calls.settings(session.enterpriseId));
  mount(enterpriseSettingsEdit, async (_input, { actor, principal, given }) => {
    await calls.settingsEdit(actor, principal, given);
    return null;
  });
  mount(contract.doSetting, async (input, { actor, principal, session }) => {
    await calls.doSetting(actor, principal, input, session.id);
    return null;
  });
}
