import { expect } from 'vitest';
import * as contract from '@prdm/contract/processes/templates';
import type { RunStage } from '@prdm/contract/processes/templates';
import type { TestApp } from '../../servers/start-app.ts';
import { buildDepartment, buildPerson, theEnterprise, type BuiltPerson } from '../builders.ts';
import { setFact } from '../ranges.ts';

export type TemplateStage = Record<string, unknown>;
export const found = ({ id, name }: BuiltPerson, reason: string) => ({ id, name, reason });

/** Root, production department, room: each with a head. The leading manager stands at the root. A designer works in the room. */
export async function leaderWorld(app: TestApp) {
  const admin = await app.admin();
  const enterpriseId = await theEnterprise(app);
  let serial = 0;
  const root = await buildDepartment(app, { name: '生产中心' });
  const office = await buildDepartment(app, { name: '建筑设计所', parentId: root.id });
  const room = await buildDepartment(app, { name: '建筑一室', parentId: office.id });
  const tree = { root: root.id, office: office.id, room: room.id };
  const person = (name: string, departmentId: number) => buildPerson(app, { name, departmentId });
  const head = {
    root: await person('中心主任', root.id),
    office: await person('所长', office.id),
    room: await person('室主任', room.id),
    manager: await person('分管副院长', root.id),
  };
  const designer = await person('设计人', room.id);
  await setFact(app, 'department.leader_id', tree.root, head.root.id);
  await setFact(app, 'department.leader_id', tree.office, head.office.id);
  await setFact(app, 'department.leader_id', tree.room, head.room.id);
  await setFact(app, 'department.leading_manager_id', tree.root, head.manager.id);

  const call = (endpoint: Parameters<TestApp['call']>[0], input: unknown, token = admin) =>
    app.call(endpoint, input, { token });
  async function template(stages: TemplateStage[], more: object = {}): Promise<number> {
    serial += 1;
    const named = stages.map((stage, at) => ({ name: `节点${at + 1}`, ...stage }));
    const answer = await call(contract.templateAdd, { name: `模板${serial}`, kind: 'vacate', stages: named, ...more });
    expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0 });
    return answer.data.id;
  }
  async function run(stages: TemplateStage[], given: object = {}, more: object = {}): Promise<RunStage[]> {
    const id = await template(stages, more);
    const answer = await call(contract.templateTestRun, { template: id, starter_id: designer.id, ...given });
    expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0 });
    return answer.data.stages;
  }
  const first = async (...args: Parameters<typeof run>): Promise<RunStage> => {
    const [stage] = await run(...args);
    if (!stage) throw new Error('no stage');
    return stage;
  };

  return { admin, enterpriseId, tree, head, designer, call, template, run, first };
}

export type LeaderWorld = Awaited<ReturnType<typeof leaderWorld>>;
