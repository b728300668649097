import * as contract from '@prdm/contract/staff';
import { LIMITS } from '@prdm/contract/limits';
import { userHandOver, userWork } from '@prdm/contract/organisation/work';
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
  mount(contract.userSort, async (_input, { actor, principal, given, subject, subjects }) => {
    if (given.ids !== undefined) {
      if (given.id !== undefined) throw fail.invalid('id', 'validation.value');
      await calls.userSort(actor, principal, subjects(kinds.user, 'ids.*'));
      return null;
    }
    if (given.id === undefined) throw fail.invalid('id', 'validation.required');
    if (given.after_id !== undefined && given.before_id !== undefined)
      throw fail.invalid('before_id', 'validation.value');
    await calls.userMove(actor, principal, {
      person: subject(kinds.user, 'id'),
      ...(given.after_id === undefined ? {} : { after: subject(kinds.user, 'after_id') }),
      ...(given.before_id === undefined ? {} : { before: subject(kinds.user, 'before_id') }),
    });
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
  mount(userWork, async ({ page, size, ispage }, { principal, subject }) => {
    const isWhole = ispage === 'not';
    const window = isWhole ? { offset: 0, limit: LIMITS.unpagedMax } : { offset: (page - 1) * size, limit: size };
    const work = await calls.openWork(principal, subject(kinds.user, 'id'), window);
    return isWhole ? work : { ...work, page, size };
  });
  mount(userHandOver, async ({ kind, moves }, { actor, principal, given, subject, subjects }) => {
    const from = subject(kinds.user, 'id');
    if (moves !== undefined) {
      if (kind !== undefined) throw fail.invalid('kind', 'validation.value');
      const [items, heirs] = [subjects(kinds.workItem, 'moves.*.item'), subjects(kinds.user, 'moves.*.to_id')];
      const named = items.map((item, at) => ({ item, to: heirs[at] as (typeof heirs)[number] }));
      return calls.userHandOverItems(actor, principal, from, named);
    }
    if (kind === undefined) throw fail.invalid('kind', 'validation.required');
    if (given.to_id === undefined) throw fail.invalid('to_id', 'validation.required');
    return calls.userHandOver(actor, principal, { kind, from, to: subject(kinds.user, 'to_id') });
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
