import type { AmapSettings } from '../settings.ts';

interface Listed {
  readonly host: string;
  /** Names of the query that limit the answer to one city (API-060). */
  readonly limits?: (city: string) => Readonly<Record<string, string>>;
}

const WEB = 'https://webapi.amap.com';
const REST = 'https://restapi.amap.com';
const VECTORS = 'https://fmap01.amap.com';

const byCity = (city: string) => ({ city });
const onlyCity = (city: string) => ({ city, citylimit: 'true' });

/** All that the dialog needs of AMap: its start, styles, search, positions and addresses. */
const PATHS: Readonly<Record<string, Listed>> = {
  '/v3/log/init': { host: REST },
  '/v4/map/styles': { host: WEB },
  '/v3/vectormap': { host: VECTORS },
  '/v3/geocode/geo': { host: REST, limits: byCity },
  '/v3/geocode/regeo': { host: REST },
  '/v3/assistant/inputtips': { host: REST, limits: onlyCity },
  '/v3/place/text': { host: REST, limits: onlyCity },
};

/** The form of the names that AMap generates for its answers as scripts. No function of the page has such a name. */
const CALLBACK = /^jsonp_\w{1,60}$/;
const QUERY_MAX = 4000;

/**
 * The address at AMap for a path of the browser, with key, security code and the one city. Null for a path that is not
 * listed and for a callback of another form.
 */
export function amapAddress(path: string, query: string, { key, securityCode, city, relay }: AmapSettings): URL | null {
  const listed = Object.hasOwn(PATHS, path) ? PATHS[path] : undefined;
  if (listed === undefined || query.length > QUERY_MAX) return null;
  const names = new URLSearchParams(query);
  const callbacks = names.getAll('callback');
  if (callbacks.length > 1 || callbacks.some((name) => !CALLBACK.test(name))) return null;
  const ours = { key, jscode: securityCode, ...(city === '' ? {} : listed.limits?.(city)) };
  for (const [name, value] of Object.entries(ours)) names.set(name, value);
  const address = new URL(path, relay ?? listed.host);
  address.search = names.toString();
  return address;
}
