import { readXlsx } from 'hucre/xlsx';
import { CONTENT_KEYS, type ContentKey } from '@prdm/contract/kit/content';
import { refsOf, type Endpoint, type SubjectKindName } from '@prdm/contract/kit';
import { NODES, storedNode } from '@prdm/contract/nodes';
import { buildDepartment, buildPerson, buildProject, PASSWORD, theEnterprise } from '../worlds/builders.ts';
import { signInOn } from '../worlds/calls.ts';
import { requestOf } from '../matrix/cells.ts';
import { buildObjects } from '../matrix/objects.ts';
import { choicesOf, sampleInput, type Input } from '../matrix/samples.ts';
import type { Objects } from '../matrix/world.ts';
import { buildHolder } from '../worlds/ranges.ts';
import { ADMIN, type TestApp } from '../servers/start-app.ts';

/** Planted values of each key. No other record of the enterprise holds them. */
export const PLANTED = {
  contact: ['13987651234', 'q8mail@planted.cn'],
  // Used hours of the task, hours of one entry of its history, and the progress that they give.
  hours: ['4321.5', '4320.5', '"progress":37'],
  opinions: ['q8opinion', 'q8decision', 'q8returned'],
  secret: ['q8secret'],
} as const satisfies Record<ContentKey, readonly string[]>;

export type ReaderName = 'every key' | `without ${ContentKey}`;
export const READERS: readonly ReaderName[] = ['every key', ...CONTENT_KEYS.map((key) => `without ${key}` as const)];

export interface ContentWorld {
  /** `head` heads the department of both projects, `wide` holds every node for the whole enterprise. Neither is a leader. */
  readonly tokens: Readonly<Record<ReaderName | 'superAdmin' | 'owner' | 'designer' | 'head' | 'wide', string>>;
  readonly ids: Readonly<Record<ReaderName, number>>;
  readonly enterpriseId: number;
  readonly open: Objects;
  readonly secret: Objects;
  /** The designer of both projects, whose contact data and hours are planted. */
  readonly designerId: number;
}

/**
 * An enterprise whose seeded roles show no content. Each reader is a leader with every node, so that the content keys
 * alone make a difference. All records belong to other people.
 */
export async function buildContentWorld(app: TestApp): Promise<ContentWorld> {
  const { pool } = app.platform.db;
  const enterpriseId = await theEnterprise(app);
  await pool.query(`update role set content_access = '{}' where key is distinct from 'superAdmin'`);
  const head = await buildPerson(app, { name: '所长' });
  const wide = await buildHolder(app, { nodes: NODES, viewRange: 'enterprise' });
  const department = await buildDepartment(app, { name: '建筑所', leaderId: head.id });
  const owner = await buildPerson(app, { name: '项目经理', departmentId: department.id });
  const designer = await buildPerson(app, {
    name: '设计人',
    departmentId: department.id,
    phone: PLANTED.contact[0],
    email: PLANTED.contact[1],
  });
  const members = [{ id: designer.id, roles: ['designer' as const] }];
  const projects = [
    await buildProject(app, { name: '公开项目', managerId: owner.id, members, departmentId: department.id }),
    await buildProject(app, {
      name: `${PLANTED.secret[0]} 项目`,
      managerId: owner.id,
      members,
      departmentId: department.id,
    }),
  ];
  const [open, secret] = [projects[0]?.id ?? 0, projects[1]?.id ?? 0];
  const people = { enterpriseId, managerId: owner.id, otherId: designer.id };
  const objects = {
    open: await buildObjects(app, { ...people, projectId: open, marker: '公开' }),
    secret: await buildObjects(app, { ...people, projectId: secret, marker: PLANTED.secret[0], markerBeside: '另一' }),
  };
  await pool.query(`update task set used_minutes = 259290, required_minutes = 700800, progress = 37`);
  // Histories are written once, so the test lifts their guard.
  for (const [table, change] of [
    ['task_history', 'minutes = 259230'],
    ['process_history', `comment = 'q8decision'`],
    ['process_assignment', `comment = 'q8decision'`],
    ['opinion', `text = 'q8opinion'`],
    ['opinion_entry', `text = 'q8opinion'`],
  ])
    await pool.query(`alter table ${table} disable trigger user; update ${table} set ${change};
      alter table ${table} enable trigger user`);
  await pool.query(`update task set reject_reason = 'q8returned'`);
  await pool.query(`update project set secret_level = 'secret' where id = $1`, [secret]);

  const readers = {} as Record<ReaderName, { id: number; token: string }>;
  for (const name of READERS) {
    const content = CONTENT_KEYS.filter((key) => name !== `without ${key}`);
    const reader = await buildPerson(app, { name: `读者 ${name}`, roles: ['leader'] });
    const { rows } = await pool.query<{ id: number }>(
      `insert into role (enterprise_id, name, kind, access, view_range, content_access)
       values ($1, $2, 'admin', $3, 'enterprise', $4) returning id`,
      [enterpriseId, name, NODES.map(storedNode), content],
    );
    await app.platform.db.transaction((trx) =>
      app.modules.organisation.giveRoles(trx, enterpriseId, reader.id, [rows[0]?.id ?? 0]),
    );
    readers[name] = { id: reader.id, token: await signInOn(app.app, reader.account, PASSWORD) };
    for (const [projectId, text] of [
      [open, '公开'],
      [secret, PLANTED.secret[0]],
    ] as const)
      await app.platform.db.transaction((trx) =>
        app.modules.notices.notify(trx, {
          enterpriseId,
          userIds: [reader.id],
          type: 'system',
          projectId,
          source: { kind: 'project', id: projectId },
          text: { key: 'notices.paused', params: { name: text } },
          pcPath: '/home',
          onceKey: `content ${projectId}`,
        }),
      );
  }
  const tokenOf = (name: ReaderName) => readers[name].token;
  return {
    tokens: {
      ...(Object.fromEntries(READERS.map((name) => [name, tokenOf(name)])) as Record<ReaderName, string>),
      superAdmin: await signInOn(app.app, ADMIN.account, ADMIN.password),
      head: await signInOn(app.app, head.account, PASSWORD),
      wide: await signInOn(app.app, wide.account, PASSWORD),
      owner: await signInOn(app.app, owner.account, PASSWORD),
      designer: await signInOn(app.app, designer.account, PASSWORD),
    },
    ids: Object.fromEntries(READERS.map((name) => [name, readers[name].id])) as Record<ReaderName, number>,
    enterpriseId,
    open: objects.open,
    secret: objects.secret,
    designerId: designer.id,
  };
}

/** The variants of a reading call: ids of both projects, each word of each choice, and planted words as the search. */
export function* variantsOf(endpoint: Endpoint, world: ContentWorld): Generator<unknown> {
  for (const objects of [world.open, world.secret]) {
    const idOf = (kind: SubjectKindName, path: string) =>
      (kind === 'upload' && path === 'upload_id' ? objects.record_upload : objects[kind]) ?? null;
    const from = (fields: Input = {}) => sampleInput(endpoint, idOf, fields);
    yield from();
    yield from({ onlyNeeded: true });
    for (const { path } of refsOf(endpoint.input)) yield from({ onlyNeeded: path.join('.') });
    for (const { path, words } of choicesOf(endpoint.input))
      for (const word of words) {
        const fill = (at: string) => (at === path ? word : undefined);
        yield from({ fill });
        yield from({ fill, onlyNeeded: true });
      }
    for (const word of Object.values(PLANTED).flat()) {
      // The first half finds the record, and the answer repeats no planted word that was sent.
      yield from({ fill: () => word.slice(0, Math.max(4, word.length - 2)), onlyNeeded: true });
    }
  }
}

/** The planted words in the answer of a call: body, headers, and the cells of a spreadsheet. */
export async function plantedIn(
  app: TestApp,
  endpoint: Endpoint,
  input: unknown,
  token: string,
): Promise<{ words: string[]; code: number | null }> {
  const response = await app.app.inject(requestOf(endpoint, input, token));
  const isSheet = String(response.headers['content-type']).includes('spreadsheet');
  const cells = isSheet ? JSON.stringify((await readXlsx(new Uint8Array(response.rawPayload))).sheets) : '';
  const text = `${response.body} ${JSON.stringify(response.headers)} ${cells}`;
  const code = /^\{"code":(-?\d+)/.exec(response.body)?.[1];
  const all = Object.values(PLANTED).flat() as string[];
  return { words: all.filter((word) => text.includes(word)), code: code === undefined ? null : Number(code) };
}
