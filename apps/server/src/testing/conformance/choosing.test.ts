import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '@prdm/contract';
import { CODES } from '@prdm/contract/codes';
import { labelGroups, labels, professions, stages, staskTypes } from '@prdm/contract/config/dictionaries';
import { refsOf, type Endpoint, type SubjectKindName } from '@prdm/contract/kit';
import { userAdd, userIndex } from '@prdm/contract/organisation';
import { positions, positionTemplates } from '@prdm/contract/organisation/entities';
import { userModify } from '@prdm/contract/staff';
import { add as taskAdd, edit as taskEdit } from '@prdm/contract/tasks';
import { sampleInput } from '../matrix/samples.ts';
import { buildMatrixWorld, type MatrixWorld } from '../matrix/world.ts';
import { startApp, type TestApp } from '../servers/start-app.ts';
import { taskWorld, type TaskWorld } from '../worlds/task-world.ts';
import { setOf, type Stage } from './acts.ts';
import { KIT_ENTITIES } from './kit-entities.ts';

/** The right `choose` of an entry: enabled, or already on the edited record (docs/domains/entity-kit.md). */
let app: TestApp;
let world: MatrixWorld;
let stage: Stage;
let tasks: TaskWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await buildMatrixWorld(app);
  stage = await setOf(app, world);
  tasks = await taskWorld(app);
}, 120_000);
afterAll(() => app.stop(), 60_000);

type Values = Readonly<Record<string, unknown>>;
const OWNER = { actor: 'superAdmin' };
const ask = (call: Endpoint, input: Values) => stage.call(call, input, OWNER);
const calls = new Map(KIT_ENTITIES.map((entity) => [entity.calls.kind, entity] as const));
const entityOf = (kind: SubjectKindName) => {
  const found = calls.get(kind);
  if (!found) throw new Error(`${kind} is no entity of the kit`);
  return found;
};

async function made(kind: SubjectKindName): Promise<number> {
  const { calls: own, described } = entityOf(kind);
  const answer = await ask(own.add, await described.fields(stage.freshName(), stage.known));
  expect(answer.code, answer.msg).toBe(0);
  return answer.data.id;
}
async function switched(kind: SubjectKindName, id: number, act: 'enable' | 'disable'): Promise<void> {
  const { calls: own } = entityOf(kind);
  const { list } = (await ask(own.index, { state: 'all' })).data;
  const { version } = list.find((row: { id: number }) => row.id === id);
  expect((await ask(own[act], { items: [{ id, version }] })).code).toBe(0);
}

/** Every field of every call that chooses an entry of the kit. */
const CHOICES = registry.flatMap((call) =>
  refsOf(call.input)
    .filter(({ ref }) => ref.right === 'choose' && calls.has(ref.kind))
    .map(({ path, ref }) => ({ call, at: path.join('.'), kind: ref.kind, name: `${call.path} ${path.join('.')}` })),
);

it('the calls choose entries of these kinds', () => {
  expect([...new Set(CHOICES.map(({ kind }) => kind))].toSorted()).toEqual(
    expect.arrayContaining(['label_group', 'position', 'position_template', 'profession', 'project_type', 'stage']),
  );
});

describe.each(CHOICES)('$name', ({ call, at, kind }) => {
  it('refuses a disabled entry at its field, and names it', async () => {
    const id = await made(kind);
    await switched(kind, id, 'disable');
    const idOf: Parameters<typeof sampleInput>[1] = (wanted, path) =>
      path === at ? id : world.idOf(wanted, 'own', path);
    const input = sampleInput(call, idOf, { onlyNeeded: at });
    const { answer, rows } = await stage.logged(() =>
      app.call(call, input as Values, { token: world.tokens['superAdmin'] ?? '' }),
    );
    const field = at.replaceAll('*', '0');
    expect(answer, answer.msg).toMatchObject({ code: CODES.invalid, data: { field } });
    expect(answer.msg).toMatch(/“conform\d+”已停用/);
    expect(rows).toEqual([]);
  });
});

/** One record of each call that edits a whole record, with the entry that it names. */
const KEPT: readonly {
  readonly kind: SubjectKindName;
  readonly by: { readonly add: Endpoint; readonly edit: Endpoint; readonly index: Endpoint };
  readonly field: string;
}[] = [
  { kind: labelGroups.kind, by: labels, field: 'label_group_id' },
  { kind: professions.kind, by: staskTypes, field: 'profession_id' },
  { kind: positionTemplates.kind, by: positions, field: 'position_template_id' },
];

it.each(KEPT)('a record keeps its disabled $kind on an edit, and cannot take another disabled one', async (given) => {
  const { kind, by, field } = given;
  const [first, second] = [await made(kind), await made(kind)];
  const name = stage.freshName();
  const { id } = (await ask(by.add, { name, [field]: first })).data;
  await switched(kind, first, 'disable');
  await switched(kind, second, 'disable');
  const rowOf = async () => (await ask(by.index, { state: 'all' })).data.list.find((row: Values) => row['id'] === id);
  const { version } = await rowOf();
  expect((await ask(by.edit, { id, version, name: `${name} 2`, [field]: first })).code).toBe(0);
  expect(await rowOf()).toMatchObject({ name: `${name} 2`, [field]: first });
  const refused = await ask(by.edit, { id, version: version + 1, name, [field]: second });
  expect(refused).toMatchObject({ code: CODES.invalid, data: { field } });
  expect(await rowOf()).toMatchObject({ name: `${name} 2`, [field]: first });
  await switched(kind, second, 'enable');
  expect((await ask(by.edit, { id, version: version + 1, name, [field]: second })).code).toBe(0);
});

const newcomer = (name: string, profession_id: number) => {
  const department_id = stage.known.idOf('department');
  const input = { account: stage.freshName(), name, department_id, profession_id };
  return app.call(userAdd, input, { token: world.tokens['superAdmin'] ?? '' });
};

it('[BU-031] a new discipline can be chosen on users and on the tasks of a stage', async () => {
  const name = stage.freshName();
  const { id } = (await ask(professions.add, { name, short_name: 'BIM' })).data;
  const person = await newcomer('新专业人员', id);
  expect(person.code, person.msg).toBe(0);
  const { list } = (await ask(userIndex, { word: '新专业人员' })).data;
  expect(list).toEqual([expect.objectContaining({ profession_id: id, profession_name: name })]);

  const stageIds = (await ask(stages.index, {})).data.list.map((row: { id: number }) => row.id) as number[];
  for (const stage_id of stageIds.slice(0, 2)) {
    const task = await tasks.draft({ stage_id, profession_id: id });
    expect(await tasks.read(task)).toMatchObject({ stage: { id: stage_id }, profession: { id, name } });
  }
});

it('a person and a task keep a discipline that was disabled later', async () => {
  const id = await made('profession');
  const name = '留专业的人';
  const person = await newcomer(name, id);
  const task = await tasks.draft({ profession_id: id });
  await switched('profession', id, 'disable');
  const { list } = (await ask(userIndex, { word: name })).data;
  const { version, department_id } = list[0];
  const kept = await app.call(
    userModify,
    { id: person.data.id, version, name, department_id, profession_id: id },
    { token: world.tokens['superAdmin'] ?? '' },
  );
  expect(kept.code, kept.msg).toBe(0);
  const edited = await tasks.act(taskEdit, task, tasks.lead, { title: '改名', profession_id: id });
  expect(edited.code, edited.msg).toBe(0);
  const { answer } = await stage.logged(() => tasks.call(taskAdd, tasks.form({ profession_id: id }), tasks.lead));
  expect(answer).toMatchObject({ code: CODES.invalid, data: { field: 'profession_id' } });
});
