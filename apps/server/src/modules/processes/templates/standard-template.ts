import type { RoleKey } from '@prdm/contract/nodes';
import type { ModuleDb, Trx } from '../../../platform/db.ts';
import type { ProcessTables } from '../process.rows.ts';
import { templatesRepo, type TemplateStage } from './templates.repo.ts';

/** The names of the stages: seed.chain in the locales. Without a role the own check belongs to the executors. */
const CHAIN: readonly { readonly key: string; readonly role?: RoleKey; readonly separate?: true }[] = [
  { key: 'own_check' },
  { key: 'proofreading', role: 'proofreader', separate: true },
  { key: 'professional_leader', role: 'professional_leader' },
  { key: 'review', role: 'reviewer', separate: true },
  { key: 'approval', role: 'approver', separate: true },
];

/**
 * Adds the quality chain of a design institute as the default template of tasks. `roleOf` returns the id of a standard
 * role. A stage without its role lets the starter choose. A stage name comes from `nameOf`.
 */
export async function addStandardTemplate(
  { tables }: { readonly tables: ModuleDb<ProcessTables> },
  trx: Trx,
  enterpriseId: number,
  { nameOf, roleOf }: { nameOf: (key: string) => string; roleOf: (key: RoleKey) => number | undefined },
): Promise<void> {
  const repo = templatesRepo(tables.within(trx), enterpriseId);
  const columns = { kind: 'task', cc_ids: [], conditions: [], is_default: true, sort: 0 } as const;
  const id = await repo.add({ ...columns, cc_ids: [], name: nameOf('name') }, null);
  const stages = CHAIN.map(({ key, role, separate = false }, index): TemplateStage => {
    const roleId = role === undefined ? undefined : roleOf(role);
    return {
      name: nameOf(key),
      executor_rule: roleId === undefined ? 'chosen' : 'project_role',
      executor_ids: [],
      role_id: roleId ?? null,
      by_profession: roleId !== undefined,
      sign_mode: 'any',
      days: null,
      conditions: [],
      cc_ids: [],
      allow_transfer: true,
      reject_to: index === 0 ? 'starter' : 'previous',
      separate,
      straight: false,
    };
  });
  await repo.putStages(id, stages);
}
