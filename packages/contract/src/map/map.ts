import { z } from 'zod';
import { text } from '../kit/fields.ts';
import { endpoint } from '../kit.ts';
import { CODES } from '../codes.ts';
import { DATUMS } from './places.ts';

/** Zoom of a map that opens (LI-014). */
export const MAP_ZOOM = 18;

const centre = z.object({ lng: z.number(), lat: z.number(), datum: z.enum(DATUMS) });

/**
 * The map service of the installation. The browser gets AMap's key and never the security code. `service_path` is the
 * address of the proxy with a ticket of the session; it works for `expires_in` seconds.
 */
export const mapSetting = endpoint({
  method: 'GET',
  path: '/apis/map/setting',
  access: 'signed-in',
  input: z.strictObject({}),
  output: z.object({
    provider: z.enum(['amap', 'tiles', 'none']),
    centre,
    zoom: z.number(),
    amap: z.object({ key: z.string(), city: z.string(), service_path: z.string(), expires_in: z.number() }).nullable(),
    tiles: z.object({ url: z.string(), datum: z.enum(DATUMS), searches: z.boolean() }).nullable(),
  }),
});
export type MapSetting = z.output<typeof mapSetting.output>;

/** Places found by the search of the tiles' provider. Refused with 1008 when none is configured. */
export const mapSearch = endpoint({
  method: 'GET',
  path: '/apis/map/search',
  access: 'signed-in',
  refuses: [CODES.wrongState],
  input: z.strictObject({ word: text(100) }),
  output: z.object({
    list: z.array(z.object({ name: z.string(), address: z.string(), lng: z.number(), lat: z.number() })),
    total: z.number(),
    datum: z.enum(DATUMS),
  }),
});
export type FoundPlace = z.output<typeof mapSearch.output>['list'][number];
