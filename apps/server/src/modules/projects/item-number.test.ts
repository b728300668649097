import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add } from '@prdm/contract/projects';
import { buildPerson, buildProject } from '../../testing/worlds/builders.ts';
import { projectForm } from '../../testing/worlds/project-form.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { whileLocked } from '../../testing/servers/while-locked.ts';

let app: TestApp;
let admin: string;
let form: Record<string, string>;

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  form = await projectForm(app, (await buildPerson(app)).id);
});
afterAll(() => app.stop());

const create = (change: Record<string, string> = {}) => app.call(add, { ...form, ...change }, { token: admin });

/** Returns the answer to a new project while an edit is storing the number. An edit does not lock the enterprise. */
async function whileTaken(number: string, change: Record<string, string>) {
  const { id } = await buildProject(app);
  const taking = `update project set item_number = '${number}' where id = ${id}`;
  const [answer] = await whileLocked(app, taking, [() => create(change)], () => Promise.resolve());
  return answer;
}

describe('an item number that an edit takes while a new project is being stored', () => {
  it('is refused with an error at its field', async () => {
    expect(await whileTaken('RACE-1', { item_number: 'RACE-1' })).toMatchObject({
      code: 1018,
      msg: '项目编号已被使用',
      data: { field: 'item_number' },
    });
  });

  it('is skipped when the number is assigned automatically', async () => {
    const last = (await create()).data.item_number as string;
    const after = (n: number) => last.replace(/\d+$/, (serial) => String(Number(serial) + n).padStart(3, '0'));
    // buildProject takes the next number; then the edit changes it to the one after that.
    expect(await whileTaken(after(2), {})).toMatchObject({ code: 0, data: { item_number: after(3) } });
  });
});
