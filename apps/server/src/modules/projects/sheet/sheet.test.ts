import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as dictionaries from '@prdm/contract/config/dictionaries';
import { add, edit, info, LABELS_MAX } from '@prdm/contract/projects';
import type { DictionaryKind } from '../../config/index.ts';
import { buildPerson, theEnterprise } from '../../../testing/worlds/builders.ts';
import { editForm, projectForm } from '../../../testing/worlds/project-form.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let admin: string;
let managerId: number;

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  managerId = (await buildPerson(app)).id;
});
afterAll(() => app.stop());

const query = (text: string, values: unknown[] = []) => app.platform.db.pool.query(text, values);
const idOf = async (kind: DictionaryKind, code: string): Promise<number> =>
  (await app.modules.config.list(await theEnterprise(app), kind)).find((entry) => entry.code === code)?.id ?? 0;
const shown = async (id: number, lang: 'zh' | 'en' = 'zh') =>
  (await app.call(info, { project_id: id }, { token: admin, lang })).data;

async function added(change: Record<string, unknown> = {}) {
  const form = { ...(await projectForm(app, managerId)), ...change };
  const { code, data } = await app.call(add, form, { token: admin });
  expect(code).toBe(0);
  return { form: form as Record<string, string>, id: data.id as number };
}
const changed = async (id: number, form: Record<string, string>, change: object) =>
  app.call(edit, { ...editForm(form, await shown(id)), ...change }, { token: admin });

describe('entries of the sheet', () => {
  it('keeps industry, grade, structure, task type, services, labels and total hours', async () => {
    const ids = {
      industry_id: await idOf('industry', 'healthcare'),
      grade_id: await idOf('project_grade', 'large'),
      structure_type_id: await idOf('structure_type', 'steel'),
      task_type_id: await idOf('stask_type', 'bim_model'),
    };
    const [concept, bim] = [await idOf('service_content', 'concept'), await idOf('service_content', 'bim')];
    const label = await idOf('label', 'key');
    const { form, id } = await added({
      ...ids,
      service_content_ids: [bim, concept, bim],
      label_ids: [label],
      total_hours: '1200.5',
    });
    expect(await shown(id)).toMatchObject({
      industry: { id: ids.industry_id, name: '医疗卫生' },
      grade: { id: ids.grade_id, name: '大型' },
      structure_type: { id: ids.structure_type_id, name: '钢结构' },
      task_type: { id: ids.task_type_id, name: 'BIM 建模' },
      service_contents: [
        { id: concept, name: '方案设计' },
        { id: bim, name: 'BIM' },
      ],
      labels: [{ id: label, name: '重点项目', colour: '#b91c1c' }],
      total_hours: 1200.5,
    });
    // A field that is left out becomes empty.
    const { service_content_ids: _services, label_ids: _labels, industry_id: _industry, ...left } = form;
    expect(await changed(id, left, {})).toMatchObject({ code: 0 });
    expect(await shown(id)).toMatchObject({
      industry: null,
      service_contents: [],
      labels: [],
      grade: { name: '大型' },
    });
  });

  it('refuses a list of too many labels, a text in place of an entry, and an entry of another kind', async () => {
    const { form, id } = await added();
    const many = Array.from({ length: LABELS_MAX + 1 }, (_, n) => n + 1);
    expect(await changed(id, form, { label_ids: many })).toMatchObject({ code: 1001, data: { field: 'label_ids' } });
    expect(await changed(id, form, { industry_id: '医疗' })).toMatchObject({
      code: 1001,
      data: { field: 'industry_id' },
    });
    const stage = await idOf('stage', 'concept');
    expect((await changed(id, form, { industry_id: stage })).code).toBe(1006);
    expect((await shown(id)).version).toBe(1);
  });

  it('names the field of a build area that is no number, and changes nothing', async () => {
    const { form, id } = await added();
    expect(await changed(id, form, { build_area: '三万' })).toMatchObject({
      code: 1001,
      data: { field: 'build_area' },
      msg: '请填写数字',
    });
    expect((await shown(id)).version).toBe(1);
  });

  it('counts its entries as used, and keeps a disabled one that it already names', async () => {
    const label = await idOf('label', 'green');
    const { form, id } = await added({ label_ids: [label] });
    const { list } = (await app.call(dictionaries.labels.index, { ispage: 'not' }, { token: admin })).data;
    const { version } = list.find((one: { id: number }) => one.id === label);
    const items = [{ id: label, version }];
    expect(await app.call(dictionaries.labels.del, { items }, { token: admin })).toMatchObject({
      code: 1019,
      data: { used: 1 },
    });
    expect(await app.call(dictionaries.labels.disable, { items }, { token: admin })).toMatchObject({ code: 0 });
    expect(await changed(id, form, {})).toMatchObject({ code: 0 });
    const other = await added();
    expect(await changed(other.id, other.form, { label_ids: [label] })).toMatchObject({
      code: 1001,
      data: { field: 'label_ids.0' },
    });
  });
});

describe('the place of a project', () => {
  it('keeps codes and answers their names in the language of the reader', async () => {
    const { id } = await added({ country: 'CN', province: '33', city: '3301' });
    expect(await shown(id)).toMatchObject({ country_name: '中国', province_name: '浙江省', city_name: '杭州市' });
    expect(await shown(id, 'en')).toMatchObject({
      country_name: 'China',
      province: '33',
      province_name: 'Zhejiang',
      city_name: 'Hangzhou',
    });
    const abroad = await added({ country: 'DE', province: 'Bayern', city: 'München' });
    expect(await shown(abroad.id)).toMatchObject({
      country_name: '德国',
      province_name: 'Bayern',
      city_name: 'München',
    });
  });

  it.each([
    [{ country: 'XX' }, 'country'],
    [{ country: 'cn' }, 'country'],
    [{ country: 'CN', province: '99' }, 'province'],
    [{ country: 'CN', province: '33', city: '3201' }, 'city'],
    [{ country: 'CN', city: '3301' }, 'city'],
  ])('refuses %o at %s', async (place, field) => {
    const { form, id } = await added();
    expect(await changed(id, form, place)).toMatchObject({ code: 1001, data: { field } });
    expect((await shown(id)).version).toBe(1);
  });

  it('keeps a place of before that no list has', async () => {
    const { form, id } = await added();
    await query(`update project set country = 'CN', province = '32', city = '昆山' where id = $1`, [id]);
    const old = { country: 'CN', province: '32', city: '昆山' };
    expect(await changed(id, form, old)).toMatchObject({ code: 0 });
    expect(await changed(id, form, { ...old, province: '33' })).toMatchObject({ code: 1001, data: { field: 'city' } });
  });
});

describe('the migration', () => {
  const NAME = '20261127_0800_sheet';
  const SERVICES = '方案设计、施工图设计，地铁接驳';

  it('turns old texts into entries and places into codes, and loses no text', async () => {
    const projects = [await added(), await added(), await added(), await added()].map(({ id }) => id);
    const text = await readFile(new URL(`../../../../migrations/${NAME}.sql`, import.meta.url), 'utf8');
    const long = '很'.repeat(120);
    const client = await app.platform.db.pool.connect();
    try {
      await client.query('begin');
      await client.query(`drop table project_label; drop table project_service_content;
        alter table project drop column industry_id, drop column grade_id, drop column structure_type_id,
          drop column task_type_id, drop column task_template_id, drop column country,
          add column industry text not null default '', add column grade text not null default '',
          add column structure_type text not null default '', add column task_type text not null default '';
        alter table project rename column service_note to service_content`);
      const old = async (id: number | undefined, values: readonly string[]) =>
        client.query(
          `update project set industry = $2, grade = $3, structure_type = $4, task_type = $5, service_content = $6,
          province = $7, city = $8 where id = $1`,
          [id, ...values],
        );
      await old(projects[0], ['医疗卫生', 'large', '框架', '', SERVICES, '浙江省', '杭州']);
      await old(projects[1], [' 机场 ', '', '框筒', '设计', long, '', '昆明市']);
      await old(projects[2], ['机场', '', '', '', `BIM；${long}`, '巴伐利亚', '慕尼黑']);
      await old(projects[3], ['', '', '', '', '', '江苏', '昆山']);
      await client.query(text);
      const { rows } = await client.query(
        `select i.name as industry, g.code as grade, s.name as structure, t.name as task, p.service_note as note,
           p.country, p.province, p.city, array(select e.name from project_service_content c
             join dictionary_entry e on e.id = c.service_content_id where c.project_id = p.id order by e.name collate "C") as services
         from project p left join dictionary_entry i on i.id = p.industry_id
         left join dictionary_entry g on g.id = p.grade_id left join dictionary_entry s on s.id = p.structure_type_id
         left join dictionary_entry t on t.id = p.task_type_id where p.id = any($1) order by p.id`,
        [projects],
      );
      expect(rows).toEqual([
        {
          industry: '医疗卫生',
          grade: 'large',
          structure: '框架',
          task: null,
          note: '',
          country: 'CN',
          province: '33',
          city: '3301',
          services: ['地铁接驳', '方案设计', '施工图设计'],
        },
        {
          industry: '机场',
          grade: null,
          structure: '框筒',
          task: '设计',
          note: long,
          country: 'CN',
          province: '53',
          city: '5301',
          services: [],
        },
        {
          industry: '机场',
          grade: null,
          structure: null,
          task: null,
          note: `BIM；${long}`,
          country: '',
          province: '巴伐利亚',
          city: '慕尼黑',
          services: ['BIM'],
        },
        {
          industry: null,
          grade: null,
          structure: null,
          task: null,
          note: '',
          country: 'CN',
          province: '32',
          city: '昆山',
          services: [],
        },
      ]);
      const made = await client.query(
        `select count(*)::int as n from dictionary_entry where name in ('机场', '医疗卫生')`,
      );
      expect(made.rows[0].n).toBe(2);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
