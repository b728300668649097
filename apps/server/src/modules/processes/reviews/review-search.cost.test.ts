import { afterAll, beforeAll, expect, it } from 'vitest';
import * as review from '@prdm/contract/processes/review';
import { buildProcess, Crew, SUBJECT_KIND } from '../../../testing/worlds/approvals.ts';
import { buildPerson, buildProject, PASSWORD, type BuiltPerson } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { statementsOf } from '../../../testing/statements.ts';

/* Number of times that a search reads the decisions of one person, which can be very many. */
let app: TestApp;
let crew: Crew;
let member: BuiltPerson;
let leader: BuiltPerson;
beforeAll(async () => {
  app = await startApp({ works: false });
  crew = new Crew(app);
  [member, leader] = [await crew.person(), await buildPerson(app, { roles: ['leader'] })];
  const members = [member, leader].map(({ id }) => ({ id, roles: ['designer' as const] }));
  const { id: projectId } = await buildProject(app, { name: '云栖小学', members });
  const subject = { kind: SUBJECT_KIND, id: 1, name: '首层平面图', pcPath: '/contract/detail?id=1' };
  const by = { by: [member, leader], signMode: 'all' as const };
  const process = await buildProcess(app, { starter: await crew.person(), stages: [by], projectId, subject });
  for (const person of [member, leader]) await crew.pass(person, process);
});
afterAll(() => app.stop());

it.each([
  ['a member of some projects', () => member, 2],
  ['a reader of all projects', () => leader, 3],
])(
  '%s: once for the page, once for the total, and for the projects only if these are not known',
  async (_who, of, n) => {
    const token = await app.signIn(of().account, PASSWORD);
    for (const word of ['云栖', '首层']) {
      const ask = () => app.call(review.index, { state: 'done', word }, { token });
      const sent = await statementsOf(async () => {
        expect((await ask()).data).toMatchObject({ total: 1, list: [{ name: '首层平面图' }] });
      });
      expect(sent.filter((statement) => statement.includes('from process_history h'))).toHaveLength(n);
    }
  },
);
