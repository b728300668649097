import { describe, expect, it } from 'vitest';
import { decide, effectiveFolderRights, FOLDER_RIGHTS } from '../src/index.ts';
import type { FolderGrant, FolderOnPath, FolderQuestion, FolderRight, Principal, Reason } from '../src/index.ts';
import { entries, leaderRole, leaderVia, person, role, superAdminRole } from './people.ts';

const designers = { kind: 'project-role', id: 31, name: '设计' } as const;
const bimGroup = { kind: 'group', id: 6, name: 'BIM中心' } as const;
const wang = { kind: 'person', id: 7, name: '王工' } as const;

function grant(to: FolderGrant['to'], ...rights: FolderRight[]): FolderGrant {
  return { to, rights };
}

function folder(folderId: number, name: string, ...grants: FolderGrant[]): FolderOnPath {
  return { folderId, name, grants };
}

function asks(right: FolderRight, path: FolderOnPath[], more: Partial<FolderQuestion> = {}): FolderQuestion {
  return { ask: 'folder', right, projectId: 3, path, ...more };
}

const PROJECT = '3';
const member = person({ projectRoles: { '3': [31] } });
const root = folder(1, '06 施工图', grant(designers, 'view'));
const inner = folder(2, '结构', grant(bimGroup, 'download', 'create'), grant(wang, 'edit'));
const via = (at: FolderOnPath) => ({ kind: 'folder-grant', id: at.folderId, name: at.name }) as const;
const lacking = (right: FolderRight): Reason => ({ code: 'lacking', actions: [right] });
const granted = (right: FolderRight, at: FolderOnPath, through: FolderGrant['to']): Reason => ({
  code: 'granted',
  action: right,
  via: via(at),
  through,
});

interface Case {
  title: string;
  who: Principal | null;
  question: FolderQuestion;
  allowed: boolean;
  chain: Reason[];
}

function table(cases: Case[]): void {
  it.each(cases)('$title', ({ who, question, allowed, chain }) => {
    expect(decide(who, question)).toEqual({ allowed, chain });
  });
}

describe('grants', () => {
  const inGroup = { ...member, groupIds: [5, 6] };
  const both = folder(2, '结构', grant(designers, 'view'));
  table([
    {
      title: 'a grant on the folder itself counts, and its folder is named',
      who: member,
      question: asks('view', [root]),
      allowed: true,
      chain: [granted('view', root, designers)],
    },
    {
      title: 'a grant above is inherited, and the folder above is named',
      who: member,
      question: asks('view', [root, inner, folder(3, '地下室')]),
      allowed: true,
      chain: [granted('view', root, designers)],
    },
    {
      title: 'a right given twice is explained by the folder nearest to the root',
      who: member,
      question: asks('view', [root, both]),
      allowed: true,
      chain: [granted('view', root, designers)],
    },
    {
      title: 'a grant below does not count above',
      who: inGroup,
      question: asks('create', [root]),
      allowed: false,
      chain: [lacking('create')],
    },
    {
      title: 'a group grant counts for those in the group',
      who: inGroup,
      question: asks('create', [root, inner]),
      allowed: true,
      chain: [granted('create', inner, bimGroup)],
    },
    {
      title: 'and for nobody else',
      who: member,
      question: asks('create', [root, inner]),
      allowed: false,
      chain: [lacking('create')],
    },
    {
      title: 'a personal grant counts for that person',
      who: member,
      question: asks('edit', [root, inner]),
      allowed: true,
      chain: [granted('edit', inner, wang)],
    },
    {
      title: 'and for nobody else, whose group or project role bears the same number',
      who: { ...member, userId: 8, groupIds: [7], projectRoles: { '3': [7] } },
      question: asks('edit', [root, inner]),
      allowed: false,
      chain: [lacking('edit')],
    },
    {
      title: 'a project role held in another project does not count',
      who: { ...member, projectRoles: { '3': [], '4': [31] } },
      question: asks('view', [root]),
      allowed: false,
      chain: [lacking('view')],
    },
    {
      title: 'a grant to an unknown kind is for nobody',
      who: member,
      question: asks('view', [
        folder(1, '根', grant({ ...wang, kind: 'everyone' } as unknown as FolderGrant['to'], 'view')),
      ]),
      allowed: false,
      chain: [lacking('view')],
    },
    {
      title: 'an empty path grants nothing',
      who: member,
      question: asks('view', []),
      allowed: false,
      chain: [lacking('view')],
    },
  ]);

  it.each(FOLDER_RIGHTS)('only "%s" granted allows that and none of the other five', (right) => {
    const path = [folder(1, '根', grant(designers, right))];
    for (const asked of FOLDER_RIGHTS) {
      expect(decide(member, asks(asked, path)).allowed).toBe(asked === right);
    }
  });
});

describe('permission to ask', () => {
  const stranger = person({ roles: [role(9, '设计人', ['home-File-admin'])], projectRoles: { '4': [31] } });
  const open = [folder(1, '根', grant(wang, ...FOLDER_RIGHTS))];
  const notMember: Reason[] = [{ code: 'not-a-member', projectId: PROJECT }];
  const superAdmin = person({ roles: [superAdminRole] });
  const archived: Reason[] = [{ code: 'archived', projectId: PROJECT }];

  table([
    {
      title: 'nobody signed in',
      who: null,
      question: asks('view', open),
      allowed: false,
      chain: [{ code: 'not-signed-in' }],
    },
    {
      title: 'a stranger is refused, whatever grants name him',
      who: stranger,
      question: asks('view', open),
      allowed: false,
      chain: notMember,
    },
    {
      title: 'an access list without membership makes no member',
      who: { ...stranger, projectAccess: { '3': entries('home-File-admin') } },
      question: asks('view', open),
      allowed: false,
      chain: notMember,
    },
    {
      title: 'a stranger does not learn that the project is archived',
      who: stranger,
      question: asks('view', open, { archived: true }),
      allowed: false,
      chain: notMember,
    },
    {
      title: 'a member without project role and without enterprise role has what is granted to him',
      who: person({ projectRoles: { '3': [] } }),
      question: asks('delete', open),
      allowed: true,
      chain: [granted('delete', open[0] ?? root, wang)],
    },
    {
      title: 'an archived project refuses its members',
      who: member,
      question: asks('view', open, { archived: true }),
      allowed: false,
      chain: archived,
    },
    {
      title: 'a leader',
      who: person({ roles: [leaderRole('home-File-admin')] }),
      question: asks('view', open, { archived: true }),
      allowed: false,
      chain: archived,
    },
    {
      title: 'and superAdmin',
      who: superAdmin,
      question: asks('view', open, { archived: true }),
      allowed: false,
      chain: archived,
    },
    {
      title: 'superAdmin has every right without membership',
      who: superAdmin,
      question: asks('authorize', [], { archived: false }),
      allowed: true,
      chain: [{ code: 'super-admin', via: { kind: 'role', id: 1, name: '超级管理员' } }],
    },
  ]);
});

describe('leader and file administrator', () => {
  const leader = person({ roles: [leaderRole()] });
  const leads: Reason = { code: 'leader', via: leaderVia };
  const admin = { kind: 'project-role', id: 30, name: '项目经理' } as const;
  const manager = person({
    roles: [role(9, '设计人')],
    projectAccess: { '3': [{ action: 'home-File-admin', via: admin }], '4': entries('home-Task-edit') },
    projectRoles: { '3': [30], '4': [31] },
  });

  table([
    { title: 'a leader views', who: leader, question: asks('view', []), allowed: true, chain: [leads] },
    { title: 'and downloads', who: leader, question: asks('download', []), allowed: true, chain: [leads] },
    {
      title: 'and no more',
      who: leader,
      question: asks('create', [inner]),
      allowed: false,
      chain: [lacking('create')],
    },
    {
      title: 'unless a grant says so',
      who: leader,
      question: asks('edit', [inner]),
      allowed: true,
      chain: [granted('edit', inner, wang)],
    },
    {
      title: 'or the own list holds home-File-admin',
      who: person({ roles: [leaderRole('home-file-ADMIN')] }),
      question: asks('authorize', []),
      allowed: true,
      chain: [leads, { code: 'own-list' }, { code: 'granted', action: 'home-File-admin', via: leaderVia }],
    },
    {
      title: 'a member whose project list holds home-File-admin has every right there',
      who: manager,
      question: asks('authorize', []),
      allowed: true,
      chain: [
        { code: 'project-list', projectId: PROJECT },
        { code: 'granted', action: 'home-File-admin', via: admin },
      ],
    },
    {
      title: 'and not in another project',
      who: manager,
      question: asks('authorize', [], { projectId: '4' }),
      allowed: false,
      chain: [lacking('authorize')],
    },
  ]);
});

describe('effectiveFolderRights', () => {
  it.each([
    { title: 'nobody', who: null, rights: [] },
    { title: 'a stranger', who: person(), rights: [] },
    {
      title: 'a member: the union of the path',
      who: { ...member, groupIds: [6] },
      rights: ['view', 'download', 'create', 'edit'],
    },
    {
      title: 'a leader: what leaders read and what is granted',
      who: person({ roles: [leaderRole()] }),
      rights: ['view', 'download', 'edit'],
    },
    { title: 'superAdmin: all', who: person({ roles: [superAdminRole] }), rights: [...FOLDER_RIGHTS] },
  ])('$title', ({ who, rights }) => {
    expect(effectiveFolderRights(who, [root, inner], PROJECT)).toEqual(rights);
  });
});
