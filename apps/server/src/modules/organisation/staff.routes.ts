import * as contract from '@prdm/contract/staff';
import { fail } from '../../platform/errors.ts';
import type { Mount } from '../../platform/http/mounting.ts';
import type { Organisation } from './index.ts';

/** What administrators do with people beside adding and disabling, and the specification's own looks at them. */
export function staffRoutes(mount: Mount, { calls, kinds }: Pick<Organisation, 'calls' | 'kinds'>): void {
  mount(contract.userInfo, async ({ id }, { principal }) => {
    const [person] = await calls.staffById(principal, [id]);
    if (!person) throw fail.notFound();
    return person;
  });
  mount(contract.userModify, async (input, { actor, principal }) => {
    await calls.userModify(actor, principal, input);
    return null;
  });
  mount(contract.userSort, async ({ ids }, { actor, principal }) => {
    await calls.userSort(actor, principal, ids);
    return null;
  });
  mount(contract.changePosition, async ({ user_ids: userIds, position_id: id }, { actor, principal }) => {
    await calls.assign(actor, principal, { userIds, column: 'position_id', id });
    return null;
  });
  mount(contract.changeProfessional, async ({ user_ids: userIds, profession_id: id }, { actor, principal }) => {
    await calls.assign(actor, principal, { userIds, column: 'profession_id', id });
    return null;
  });
  mount(contract.userDel, async ({ version }, { actor, principal, subject }) => {
    await calls.userDel(actor, principal, { ...subject(kinds.user, 'id').row, version });
    return null;
  });
  mount(contract.userWork, async ({ id }, { session }) => ({ open: await calls.openWork(session.enterpriseId, id) }));
  mount(contract.userHandOver, async ({ kind }, { actor, principal, subject }) => {
    const { moved, left } = await calls.userHandOver(actor, principal, {
      kind,
      from: subject(kinds.user, 'id').row,
      to: subject(kinds.user, 'to_id').row,
    });
    return { moved, left: [...left] };
  });
  mount(contract.resetPwd, async ({ version }, { actor, principal, subject }) => ({
    password: await calls.resetPassword(actor, principal, { ...subject(kinds.user, 'id').row, version }),
  }));
  mount(contract.userTreeAgain, (_input, { principal }) => calls.pickerTree(principal));
  mount(contract.managers, (_input, { principal }) => calls.workingStaff(principal, 'managers'));
  mount(contract.workers, (_input, { principal }) => calls.workingStaff(principal, 'everybody'));
  mount(contract.specifyUser, (input, { principal }) => calls.specifiedStaff(principal, input));
  mount(contract.enterpriseInfo, (_input, { session }) => calls.enterpriseFacts(session.enterpriseId));
  mount(contract.doSetting, async (input, { actor, principal }) => {
    await calls.doSetting(actor, principal, input);
    return null;
  });
}
