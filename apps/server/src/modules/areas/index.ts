import { COUNTRY_WITH_LISTS, type Area } from '@prdm/contract/areas/areas';
import type { Lang } from '@prdm/locales';
import { fail } from '../../platform/errors.ts';
import cities from './lists/cities.json' with { type: 'json' };
import countries from './lists/countries.json' with { type: 'json' };
import provinces from './lists/provinces.json' with { type: 'json' };

/**
 * Countries, and the provinces and cities of China. It owns no table: the lists are files (decision 0024). Invariant: the
 * code of an area never changes its meaning, because projects keep codes.
 */
type Named = { readonly id: string } & Readonly<Record<Lang, string>>;

/** A place of a record. `province` and `city` are codes in China, and typed text elsewhere. */
export interface Place {
  readonly country: string;
  readonly province: string;
  readonly city: string;
}

const LOCALES: Readonly<Record<Lang, string>> = { zh: 'zh-Hans-CN', en: 'en', tw: 'zh-Hant-TW' };

const provinceOf = (city: string): string => city.slice(0, 2);
const named = (all: readonly Named[]): ReadonlyMap<string, Named> => new Map(all.map((area) => [area.id, area]));
const PROVINCES = named(provinces);
const CITIES = named(cities);
const COUNTRIES: ReadonlySet<string> = new Set(countries);

const inLanguage =
  (lang: Lang) =>
  (area: Named): Area => ({ id: area.id, name: area[lang] });

const nameOfCountry = (lang: Lang, code: string): string =>
  new Intl.DisplayNames(LOCALES[lang], { type: 'region' }).of(code) ?? code;

/** Sorting 246 names in Chinese costs milliseconds, so each language keeps its list. */
const kept = new Map<Lang, readonly Area[]>();

function countriesIn(lang: Lang): readonly Area[] {
  const known = kept.get(lang);
  if (known !== undefined) return known;
  const names = new Intl.DisplayNames(LOCALES[lang], { type: 'region' });
  const order = new Intl.Collator(LOCALES[lang]);
  const rank = ({ id }: Area): number => (id === COUNTRY_WITH_LISTS ? 0 : 1);
  const list = countries
    .map((id) => ({ id, name: names.of(id) ?? id }))
    .toSorted((a, b) => rank(a) - rank(b) || order.compare(a.name, b.name));
  kept.set(lang, list);
  return list;
}

export const countryList = (lang: Lang): readonly Area[] => countriesIn(lang);

/** Throws 1001 at `country` for an unknown code. A country other than China has no list. */
export function provinceList(lang: Lang, country: string): readonly Area[] {
  if (!COUNTRIES.has(country)) throw fail.invalid('country', 'validation.value');
  return country === COUNTRY_WITH_LISTS ? provinces.map(inLanguage(lang)) : [];
}

/** Throws 1001 at `province` for an unknown code. */
export function cityList(lang: Lang, province: string): readonly Area[] {
  if (!PROVINCES.has(province)) throw fail.invalid('province', 'validation.value');
  return cities.filter(({ id }) => provinceOf(id) === province).map(inLanguage(lang));
}

/** Throws 1001 at the first field of a place that is not in the lists. A place without a country is free text. */
export function refuseUnknownPlace({ country, province, city }: Place): void {
  if (country !== '' && !COUNTRIES.has(country)) throw fail.invalid('country', 'validation.value');
  if (country !== COUNTRY_WITH_LISTS) return;
  if (province !== '' && !PROVINCES.has(province)) throw fail.invalid('province', 'validation.value');
  if (city === '') return;
  if (!CITIES.has(city) || provinceOf(city) !== province) throw fail.invalid('city', 'validation.value');
}

/** The names of a place. A text that is no code is its own name. */
export function namesOfPlace(lang: Lang, { country, province, city }: Place): Place {
  const hasLists = country === COUNTRY_WITH_LISTS;
  return {
    country: country === '' ? '' : nameOfCountry(lang, country),
    province: (hasLists ? PROVINCES.get(province)?.[lang] : undefined) ?? province,
    city: (hasLists ? CITIES.get(city)?.[lang] : undefined) ?? city,
  };
}
