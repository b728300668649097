import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadImage } from '@prdm/contract/files/multipart';
import { add, edit, index, info } from '@prdm/contract/projects';
import { buildPerson, PASSWORD } from '../../testing/worlds/builders.ts';
import { sendForm } from '../../testing/worlds/forms.ts';
import { pngOf } from '../../testing/worlds/pictures.ts';
import { projectForm } from '../../testing/worlds/project-form.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

let app: TestApp;
let admin: string;
let stranger: string;
let managerId: number;

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  const person = await buildPerson(app);
  managerId = person.id;
  stranger = await app.signIn(person.account, PASSWORD);
});
afterAll(() => app.stop());

const picture = async (token: string): Promise<{ url: string; turl: string }> => {
  const file = { bytes: pngOf(30, 20, [9, 9, 90]), name: 'a.png' };
  return (await sendForm(`${app.address}${uploadImage.path}`, token, [['file', file]])).data;
};
const isThere = async (url: string): Promise<boolean> => (await fetch(app.address + url)).status === 200;
const added = async (more: object): Promise<{ id: number; form: object }> => {
  const form = { ...(await projectForm(app, managerId)), ...more };
  const { code, data } = await app.call(add, form, { token: admin });
  expect(code).toBe(0);
  const { manager_id: _manager, ...sheet } = form;
  return { id: data.id, form: sheet };
};
const change = (id: number, version: number, form: object, more: object) =>
  app.call(edit, { ...form, ...more, project_id: id, version }, { token: admin });
const shown = async (id: number) => (await app.call(info, { project_id: id }, { token: admin })).data;

describe('the cover of a project', () => {
  it('[S46] is an own unused picture, shown in list and page; a new one deletes the old one', async () => {
    const first = await picture(admin);
    const { id, form } = await added({ name: '有封面', thumb: first.turl });
    expect((await shown(id)).thumb).toBe(first.turl);
    const { list } = (await app.call(index, { word: '有封面' }, { token: admin })).data;
    expect(list[0].thumb).toBe(first.turl);
    expect(await change(id, 1, form, { thumb: first.turl })).toMatchObject({ code: 0 });
    expect(await isThere(first.turl)).toBe(true);
    const second = await picture(admin);
    expect(await change(id, 2, form, { thumb: second.turl })).toMatchObject({ code: 0 });
    expect([await isThere(first.url), await isThere(second.turl)]).toEqual([false, true]);
    expect(await change(id, 3, form, { thumb: '' })).toMatchObject({ code: 0 });
    expect((await shown(id)).thumb).toBe('');
    expect(await isThere(second.url)).toBe(false);
  });

  it('[S46] refuses the picture of another user, a used one, a path and a foreign address, and changes nothing', async () => {
    const mine = await picture(admin);
    const theirs = await picture(stranger);
    const { id, form } = await added({ thumb: mine.turl });
    const other = await added({});
    for (const thumb of [theirs.turl, theirs.url, '../../etc/passwd', 'http://127.0.0.1/x.png', `${theirs.url}&x=1`]) {
      expect(await change(id, 1, form, { thumb })).toMatchObject({ code: 1001, data: { field: 'thumb' } });
      expect(await app.call(add, { ...form, manager_id: managerId, thumb }, { token: admin })).toMatchObject({
        code: 1001,
      });
    }
    expect(await change(other.id, 1, other.form, { thumb: mine.turl })).toMatchObject({ code: 1001 });
    expect(await shown(id)).toMatchObject({ thumb: mine.turl, version: 1 });
    expect([await isThere(mine.turl), await isThere(theirs.turl)]).toEqual([true, true]);
  });
});

describe('the place of a project', () => {
  it('[EN-021] keeps lng,lat and its datum; without a place there is no datum', async () => {
    const { id, form } = await added({ location: '120.1551,30.2741', datum: 'wgs84' });
    expect(await shown(id)).toMatchObject({ location: '120.1551,30.2741', datum: 'wgs84' });
    await change(id, 1, form, { datum: '' });
    expect(await shown(id)).toMatchObject({ location: '120.1551,30.2741', datum: '' });
    await change(id, 2, form, { location: '', datum: 'wgs84' });
    expect(await shown(id)).toMatchObject({ location: '', datum: '' });
  });

  it('outside the globe, or in an unknown datum, is refused at its field', async () => {
    const { id, form } = await added({});
    for (const location of ['181,30', '120,91', '30.2741', '120,30,1'])
      expect(await change(id, 1, form, { location })).toMatchObject({ code: 1001, data: { field: 'location' } });
    const place = { location: '120,30', datum: 'bd09' };
    expect(await change(id, 1, form, place)).toMatchObject({ code: 1001, data: { field: 'datum' } });
  });
});
