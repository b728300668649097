import * as contract from '@prdm/contract/projects/staffing';
import type { Mount } from '../../../platform/http/mounting.ts';
import type { Projects } from '../index.ts';

export function staffingRoutes(mount: Mount, { staffing, kind }: Projects): void {
  mount(contract.staffing, (_input, { principal, subject }) => staffing.read(principal, subject(kind, 'project_id')));
  mount(contract.staffingSave, async (_input, { actor, principal, given }) => {
    await staffing.save(actor, principal, given);
    return null;
  });
}
