import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cityList, countryList, provinceList, type Area } from '@prdm/contract/areas/areas';
import { buildPerson, PASSWORD } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import cities from './lists/cities.json' with { type: 'json' };

let app: TestApp;
let token = '';
beforeAll(async () => {
  app = await startApp({ works: false });
  const { account } = await buildPerson(app);
  token = await app.signIn(account, PASSWORD);
}, 120_000);
afterAll(() => app.stop());

const nameOf = ({ list }: { list: readonly Area[] }, id: string): string | undefined =>
  list.find((area) => area.id === id)?.name;

describe('[EN-035] area lists', () => {
  it('[API-023] getCountryList answers the countries in the language of the reader, China first', async () => {
    const read = async (lang: 'zh' | 'en' | 'tw'): Promise<{ list: Area[]; total: number }> =>
      (await app.call(countryList, {}, { token, lang })).data;
    const [zh, en, tw] = [await read('zh'), await read('en'), await read('tw')];
    expect([zh.list[0], zh.total, zh.list.length]).toEqual([{ id: 'CN', name: '中国' }, 246, 246]);
    expect([nameOf(en, 'CN'), nameOf(en, 'DE'), nameOf(tw, 'DE')]).toEqual(['China', 'Germany', '德國']);
    expect(en.list.slice(1, 3).map(({ name }) => name)).toEqual(['Afghanistan', 'Åland Islands']);
    expect(en.list.filter(({ id }) => ['HK', 'MO', 'TW'].includes(id))).toEqual([]);
    expect(await app.call(countryList, {}, {})).toMatchObject({ code: 5 });
  });

  it('[API-024] getProvinceList answers 34 provinces of China, and none of another country', async () => {
    const { data } = await app.call(provinceList, { country: 'CN' }, { token, lang: 'en' });
    expect(data.list).toHaveLength(34);
    expect(['33', '14', '61', '71', '81', '82'].map((id) => nameOf(data, id))).toEqual([
      'Zhejiang',
      'Shanxi',
      'Shaanxi',
      'Taiwan',
      'Hong Kong',
      'Macau',
    ]);
    expect((await app.call(provinceList, { country: 'DE' }, { token })).data).toEqual({ list: [], total: 0 });
    expect(await app.call(provinceList, { country: 'XX' }, { token })).toMatchObject({
      code: 1001,
      data: { field: 'country' },
    });
  });

  it('[API-024] getCityList answers the cities of each province, each city once', async () => {
    const { data } = await app.call(cityList, { province: '33' }, { token, lang: 'zh' });
    expect(data.list).toHaveLength(11);
    expect(data.list[0]).toEqual({ id: '3301', name: '杭州市' });
    const all = new Set<string>();
    const { data: provinces } = await app.call(provinceList, { country: 'CN' }, { token });
    for (const { id } of provinces.list) {
      const { list } = (await app.call(cityList, { province: id }, { token })).data;
      expect(list.length, id).toBeGreaterThan(0);
      for (const city of list) all.add(city.id);
    }
    expect(all.size).toBe(cities.length);
    expect(await app.call(cityList, { province: '99' }, { token })).toMatchObject({
      code: 1001,
      data: { field: 'province' },
    });
  });

  it('writes English names as readers know them', async () => {
    const named = async (province: string, id: string) =>
      nameOf((await app.call(cityList, { province }, { token, lang: 'en' })).data, id);
    expect(await Promise.all([named('61', '6101'), named('50', '5001'), named('53', '5329')])).toEqual([
      "Xi'an",
      'Chongqing',
      'Dali Prefecture',
    ]);
  });
});
