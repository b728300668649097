import type { SubjectKindName } from '@prdm/contract/kit';
import { foundEnterprise } from '../../first-start.ts';
import {
  buildDepartment,
  buildPerson,
  buildProject,
  buildSystemAdministrator,
  PASSWORD,
  theEnterprise,
} from '../worlds/builders.ts';
import { signInOn } from '../worlds/calls.ts';
import { buildHolder } from '../worlds/ranges.ts';
import { ADMIN, type TestApp } from '../servers/start-app.ts';
import { actorIn, buildObjects } from './objects.ts';

/**
 * The place of a call's ids, seen from project A: in it, in a sister project, in another enterprise, archived, or
 * missing.
 */
export const PLACES = ['own', 'sister', 'foreign', 'archived', 'missing'] as const;
export type Place = (typeof PLACES)[number];

/** The id of a record of each kind; the key of an upload. */
export type Objects = Readonly<Partial<Record<SubjectKindName | 'record_upload', number | string>>>;

/**
 * Words in every name and text of a project's own records, which reveal a leak in an answer. Colleagues know each
 * other by name, so the people of the sister project have a separate word.
 */
export const MARKERS = {
  own: 'q7own',
  sister: 'q7sister',
  archived: 'q7archived',
  foreign: 'q7foreign',
  sisterAccount: 'q7account',
  sisterPerson: 'q7colleague',
} as const;

export interface MatrixWorld {
  /** Actor name to token; null is the stranger. */
  readonly tokens: Readonly<Record<string, string | null>>;
  /** The id of each actor of the enterprise. */
  readonly people: Readonly<Record<string, number>>;
  /** The token of the sister project's manager, who is not an actor of the matrix. */
  readonly sisterToken: string;
  /** Creates new records in project A, for calls that consume the old ones. */
  renewOwn(): Promise<void>;
  idOf(kind: SubjectKindName, place: Place, path: string): number | string | null;
}

const NOWHERE = 987_654_321;
/** Records that calls name by a key. */
const MISSING_KEYS: Partial<Record<SubjectKindName, string>> = { upload: '0'.repeat(32), work_item: `task:${NOWHERE}` };

/**
 * The existing actors and objects of safety.md 4.4: one person with each standing in project A. One record of every
 * kind exists in A, in a sister project, in another enterprise and in an archived project.
 */
export async function buildMatrixWorld(app: TestApp): Promise<MatrixWorld> {
  const home = await theEnterprise(app);
  const manager = await buildPerson(app, { name: '项目经理甲' });
  const departmentHead = await buildPerson(app, { name: '建筑一所所长' });
  const department = await buildDepartment(app, { name: '建筑一所', leaderId: departmentHead.id });
  const designer = await buildPerson(app, { name: '设计人甲', departmentId: department.id });
  const partner = await buildPerson(app, { name: '协作人甲', type: 'partner' });
  const removed = await buildPerson(app, { name: '移出者' });
  const disabled = await buildPerson(app, { name: '停用者' });
  const employee = await buildPerson(app, { name: '无项目员工' });
  const administrator = await buildPerson(app, { name: '管理员', roles: ['administrator'] });
  const leader = await buildPerson(app, { name: '分管领导', roles: ['leader'] });
  const finance = await buildPerson(app, { name: '财务', roles: ['finance'] });
  const personnelOffice = await buildPerson(app, { name: '人事', roles: ['hr'] });
  const ownProjects = await buildHolder(app, {
    nodes: ['Company-user', 'Project-edit', 'Project-member', 'Task-all', 'Task-edit', 'OutputValue-index'],
    viewRange: 'self',
    levels: { contract: 1 },
  });
  const sisterManager = await buildPerson(app, {
    name: `${MARKERS.sisterPerson} 乙`,
    account: MARKERS.sisterAccount,
    phone: '13912345678',
  });

  const team = [
    { id: designer.id, roles: ['designer' as const] },
    { id: partner.id, roles: ['partner' as const] },
    { id: removed.id, roles: ['designer' as const] },
    { id: ownProjects.id, roles: ['designer' as const] },
  ];
  const projectA = await buildProject(app, {
    name: `${MARKERS.own} 项目`,
    managerId: manager.id,
    members: team,
    departmentId: department.id,
  });
  const projectB = await buildProject(app, { name: `${MARKERS.sister} 项目`, managerId: sisterManager.id });
  const projectD = await buildProject(app, {
    name: `${MARKERS.archived} 项目`,
    managerId: manager.id,
    members: team.slice(0, 2),
  });

  const away = await app.platform.db.transaction((trx) =>
    foundEnterprise(trx, app.modules, `${MARKERS.foreign} 设计院`),
  );
  const awayManager = await buildPerson(app, {
    name: `${MARKERS.foreign} 经理`,
    enterpriseId: away.enterpriseId,
    roles: ['superAdmin'],
  });
  const projectC = await buildProject(app, {
    name: `${MARKERS.foreign} 项目`,
    managerId: awayManager.id,
    enterpriseId: away.enterpriseId,
  });

  const system = await buildSystemAdministrator(app);

  const site = {
    enterpriseId: home,
    projectId: projectA.id,
    managerId: manager.id,
    otherId: designer.id,
    marker: MARKERS.own,
  };
  const places: Record<Exclude<Place, 'missing'>, Objects> = {
    own: await buildObjects(app, site),
    sister: await buildObjects(app, {
      enterpriseId: home,
      projectId: projectB.id,
      managerId: sisterManager.id,
      otherId: sisterManager.id,
      marker: MARKERS.sister,
    }),
    foreign: await buildObjects(app, {
      enterpriseId: away.enterpriseId,
      projectId: projectC.id,
      managerId: awayManager.id,
      otherId: awayManager.id,
      marker: MARKERS.foreign,
    }),
    archived: await buildObjects(app, {
      enterpriseId: home,
      projectId: projectD.id,
      managerId: manager.id,
      otherId: designer.id,
      marker: MARKERS.archived,
    }),
  };

  const actor = async (person: { account: string }) => signInOn(app.app, person.account, PASSWORD);
  const tokens = {
    stranger: null,
    superAdmin: await signInOn(app.app, ADMIN.account, ADMIN.password),
    administrator: await actor(administrator),
    leader: await actor(leader),
    departmentHead: await actor(departmentHead),
    ownProjects: await actor(ownProjects),
    personnelOffice: await actor(personnelOffice),
    finance: await actor(finance),
    projectManager: await actor(manager),
    designer: await actor(designer),
    partner: await actor(partner),
    removed: await actor(removed),
    employee: await actor(employee),
    disabled: await actor(disabled),
    otherEnterprise: await actor(awayManager),
    systemAdministrator: await actor(system),
  };
  await app.platform.db.transaction(async (trx) => {
    await app.modules.identity.setEnabled(trx, home, { id: disabled.id, email: '' }, false);
  });
  await app.platform.db.pool.query(`update staff set status = 'disabled' where user_id = $1`, [disabled.id]);
  await app.platform.db.transaction(async (trx) => {
    await app.modules.projects.removeMember(trx, actorIn(home, manager.id), projectA.id, removed.id);
    await app.modules.projects.archive(trx, actorIn(home, manager.id), {
      projectId: projectD.id,
      version: 1,
      confirmed: true,
    });
  });

  return {
    tokens,
    people: {
      administrator: administrator.id,
      leader: leader.id,
      departmentHead: departmentHead.id,
      ownProjects: ownProjects.id,
      personnelOffice: personnelOffice.id,
      finance: finance.id,
      projectManager: manager.id,
      designer: designer.id,
      partner: partner.id,
      removed: removed.id,
      employee: employee.id,
      disabled: disabled.id,
    },
    sisterToken: await actor(sisterManager),
    renewOwn: async () => {
      places.own = await buildObjects(app, site);
    },
    idOf: (kind, place, path) => {
      if (place === 'missing') return MISSING_KEYS[kind] ?? NOWHERE;
      // A call of attachments names an upload to its record, other calls one to a folder.
      const id = places[place][kind === 'upload' && path === 'upload_id' ? 'record_upload' : kind];
      if (id === undefined) throw new Error(`no ${kind} was built for the access matrix (testing/matrix/objects.ts)`);
      return id;
    },
  };
}
