import { z } from 'zod';
import { CODES } from '../codes.ts';
import { text } from '../kit/fields.ts';
import { endpoint } from '../kit.ts';

/** The code of the country whose provinces and cities are lists. In another country both are typed. */
export const COUNTRY_WITH_LISTS = 'CN';

/** An area with its code as id: ISO 3166-1 of a country, GB/T 2260 of a province or city. */
const area = z.object({ id: z.string(), name: z.string() });
export type Area = z.output<typeof area>;
const areas = z.object({ list: z.array(area), total: z.number() });

/** All countries in the language of the reader: China first, then by name. */
export const countryList = endpoint({
  method: 'GET',
  path: '/apis/area/getCountryList',
  access: 'signed-in',
  input: z.strictObject({}),
  output: areas,
});

/** The provinces of a country. Only China has some. Throws 1001 for an unknown code. */
export const provinceList = endpoint({
  method: 'GET',
  path: '/apis/area/getProvinceList',
  access: 'signed-in',
  refuses: [CODES.invalid],
  input: z.strictObject({ country: text(10) }),
  output: areas,
});

/** The cities of a province. Throws 1001 for an unknown code. */
export const cityList = endpoint({
  method: 'GET',
  path: '/apis/area/getCityList',
  access: 'signed-in',
  refuses: [CODES.invalid],
  input: z.strictObject({ province: text(10) }),
  output: areas,
});
