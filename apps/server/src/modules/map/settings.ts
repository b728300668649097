import { coordinatesIn, type Coordinates, type Datum } from '@prdm/contract/map/places';

/** The map settings of the environment (README.md). */
export interface MapEnv {
  readonly AMAP_KEY?: string | undefined;
  readonly AMAP_SECURITY_CODE?: string | undefined;
  readonly AMAP_CITY?: string | undefined;
  readonly AMAP_SERVICE_URL?: string | undefined;
  readonly MAP_TILE_URL?: string | undefined;
  readonly MAP_TILE_DATUM: Datum;
  readonly MAP_SEARCH_URL?: string | undefined;
  readonly MAP_CENTER: string;
}

export interface AmapSettings {
  readonly key: string;
  readonly securityCode: string;
  /** City code, or '' for the whole country. */
  readonly city: string;
  /** Address of a relay of AMap's service, or null for AMap's own hosts. */
  readonly relay: string | null;
}

export interface TileSettings {
  readonly url: string;
  readonly datum: Datum;
  /** Address of the search with `{word}`, or null. */
  readonly search: string | null;
}

export interface MapSettings {
  /** In gcj02. */
  readonly centre: Coordinates;
  readonly amap: AmapSettings | null;
  readonly tiles: TileSettings | null;
}

/** The map of an installation. AMap comes before tiles, so one of them is null. */
export function mapOf(env: MapEnv): MapSettings {
  const centre = coordinatesIn(env.MAP_CENTER);
  if (centre === null) throw new Error('MAP_CENTER was checked at the start');
  const { AMAP_KEY: key, AMAP_SECURITY_CODE: securityCode, MAP_TILE_URL: url } = env;
  const amap =
    key === undefined || securityCode === undefined
      ? null
      : { key, securityCode, city: env.AMAP_CITY ?? '', relay: env.AMAP_SERVICE_URL ?? null };
  const tiles =
    url === undefined || amap !== null ? null : { url, datum: env.MAP_TILE_DATUM, search: env.MAP_SEARCH_URL ?? null };
  return { centre, amap, tiles };
}

/** Sources of the Content-Security-Policy by directive. */
export interface MapSources {
  readonly script: readonly string[];
  readonly connect: readonly string[];
  readonly img: readonly string[];
}

/**
 * Hosts that the browser may use for maps. Scripts come from two named hosts only: other hosts of AMap answer with
 * functions that the address names, and would run any function of the page.
 */
export function mapSources({ amap, tiles }: MapSettings): MapSources {
  if (amap !== null) {
    const pictures = ['https://*.amap.com', 'https://*.autonavi.com'];
    return { script: ['https://webapi.amap.com', 'https://jsapi.amap.com'], connect: pictures, img: pictures };
  }
  if (tiles === null) return { script: [], connect: [], img: [] };
  // `{s}` stands for the servers of one domain.
  const host = new URL(tiles.url.replace('{s}', 'tile-server')).origin.replace('tile-server', '*');
  return { script: [], connect: [], img: [host] };
}
