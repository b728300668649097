import * as contract from '@prdm/contract/organisation/roles';
import { roleIndex } from '@prdm/contract/organisation';
import type { Mount } from '../../../platform/http/mounting.ts';
import { sendSheet } from '../../../platform/sheets/send-sheet.ts';
import { translate } from '../../../platform/translate.ts';
import type { Organisation } from '../index.ts';

/** The calls of roles. `Role-index` opens the page and all its changes (decisions.md, section 7). */
export function roleRoutes(mount: Mount, { roleCalls: calls, kinds }: Pick<Organisation, 'roleCalls' | 'kinds'>): void {
  const { reads, changes } = calls;
  mount(roleIndex, async (_input, { principal }) => {
    const list = await reads.list(principal);
    return { list, total: list.length };
  });
  mount(contract.roleInfo, (_input, { principal, subject }) => reads.info(principal, subject(kinds.role, 'id').id));
  mount(contract.roleNodes, async (_input, { principal }) => reads.nodes(principal));
  mount(contract.roleAdd, async (_input, { actor, principal, given }) => ({
    id: await changes.add(actor, principal, given),
  }));
  mount(contract.roleEdit, async (_input, { actor, principal, given }) => {
    await changes.edit(actor, principal, given);
    return null;
  });
  mount(contract.roleCopy, ({ name }, { actor, principal, subject }) =>
    changes.copy(actor, principal, subject(kinds.role, 'id'), name),
  );
  mount(contract.roleDel, async ({ version }, { actor, principal, subject }) => {
    await changes.del(actor, principal, subject(kinds.role, 'id'), version);
    return null;
  });
  mount(contract.roleSort, async (_input, { actor, principal, subject, maybeSubject }) => {
    await changes.sort(actor, principal, subject(kinds.role, 'id'), maybeSubject(kinds.role, 'after_id'));
    return null;
  });
  mount(contract.roleUsers, (query, { principal, subject }) =>
    reads.users(principal, subject(kinds.role, 'id').id, query),
  );
  mount(contract.roleUserAdd, async (_input, { actor, principal, subject, subjects }) => ({
    changed: await calls.changeHolders(actor, principal, {
      role: subject(kinds.role, 'id'),
      users: subjects(kinds.user, 'user_ids.*'),
      act: 'give',
    }),
  }));
  mount(contract.roleUserDel, async (_input, { actor, principal, subject, subjects }) => ({
    changed: await calls.changeHolders(actor, principal, {
      role: subject(kinds.role, 'id'),
      users: subjects(kinds.user, 'user_ids.*'),
      act: 'take',
    }),
  }));
  mount(contract.rolePreview, (_input, { principal, lang, given }) => calls.preview({ principal, lang }, given));
  mount.raw(contract.roleDownload, async (query, { principal, lang }, raw) => {
    const bytes = await reads.sheet(principal, lang, query);
    await sendSheet(raw, { fileName: translate(lang, 'roles.titles.list'), bytes });
  });
}
