import { describe, expect, it } from 'vitest';
import { coordinatesIn, locationOf } from '@prdm/contract/map/places';
import { readEnv } from '../../env.ts';
import { amapAddress } from './amap/paths.ts';
import { readTicket, writeTicket } from './amap/ticket.ts';
import { placesIn, searchAddress } from './search.ts';
import { mapOf, mapSources } from './settings.ts';

const AMAP = { key: 'ourkeyourkey', securityCode: 'secretsecret', city: '330100', relay: null };

describe('[API-059] [API-060] an address at AMap', () => {
  it('has our key, the security code and the one city, whatever the browser sent', () => {
    const sent = 'keywords=a%26b&city=110000&citylimit=false&key=theirs&jscode=x&callback=jsonp_12_3_';
    const address = amapAddress('/v3/assistant/inputtips', sent, AMAP);
    expect(address?.origin).toBe('https://restapi.amap.com');
    expect(Object.fromEntries(address?.searchParams ?? [])).toEqual({
      keywords: 'a&b',
      city: '330100',
      citylimit: 'true',
      key: 'ourkeyourkey',
      jscode: 'secretsecret',
      callback: 'jsonp_12_3_',
    });
    expect(amapAddress('/v3/geocode/geo', 'address=x', AMAP)?.searchParams.get('city')).toBe('330100');
    expect(amapAddress('/v3/geocode/regeo', 'location=1,2', AMAP)?.searchParams.has('city')).toBe(false);
    expect(amapAddress('/v3/geocode/geo', 'address=x', { ...AMAP, city: '' })?.searchParams.has('city')).toBe(false);
    expect(amapAddress('/v4/map/styles', '', AMAP)?.origin).toBe('https://webapi.amap.com');
  });

  it.each([
    '/v3/direction/driving',
    '/v3/geocode/geo/',
    '/v3/geocode/../config/district',
    '//evil.example/v3/geocode/geo',
    '/V3/geocode/geo',
    '/constructor',
    '/',
  ])('does not exist for the path %s', (path) => {
    expect(amapAddress(path, '', AMAP)).toBeNull();
  });

  it.each(['callback=alert', 'callback=jsonp_a.b', 'callback=jsonp_1&callback=alert', 'callback=jsonp_1;alert(1)'])(
    'does not exist for %s, which could run a function of the page',
    (query) => {
      expect(amapAddress('/v3/geocode/geo', query, AMAP)).toBeNull();
    },
  );
});

describe('a ticket', () => {
  const ticket = { enterpriseId: 3, userId: 5, sessionId: 77, until: 1000 };
  it('is read until it expires, and never when one sign differs', () => {
    const written = writeTicket('secretsecret', ticket);
    expect(readTicket('secretsecret', written, 999)).toEqual(ticket);
    expect(readTicket('secretsecret', written, 1000)).toBeNull();
    expect(readTicket('othersecret', written, 1)).toBeNull();
    const changed = [
      written.replace('5-77', '5-78'),
      written.replace('3-5-', '3-6-'),
      written.replace('-1000-', '-9999-'),
    ];
    for (const forged of [...changed, `${written}a`, '', 'x']) expect(readTicket('secretsecret', forged, 1)).toBeNull();
  });
});

describe('a place', () => {
  it('[EN-021] is the text lng,lat with at most six decimals', () => {
    expect(locationOf({ lng: 120.1, lat: 30.2 })).toBe('120.1,30.2');
    expect(locationOf({ lng: 120.123456789, lat: -30 })).toBe('120.123457,-30');
    expect(coordinatesIn('120.1551,30.2741')).toEqual({ lng: 120.1551, lat: 30.2741 });
    for (const text of ['', '120', '120,', '181,1', '1,91', '1, 2', '1e2,3', '120.1,30.2,1', '120,30\n'])
      expect(coordinatesIn(text)).toBeNull();
  });

  it('of a search is read from the form of Nominatim, without results of another form', () => {
    const found = { name: 'A', display_name: 'A, B', lon: '120.5', lat: 30.5 };
    expect(placesIn([found, { ...found, lat: 91 }, null, { name: 'x' }])).toEqual([
      { name: 'A', address: 'A, B', lng: 120.5, lat: 30.5 },
    ]);
    expect(placesIn([{ ...found, name: undefined }])[0]?.name).toBe('A');
    expect(placesIn({ list: [found] })).toEqual([]);
    expect(placesIn(Array.from({ length: 50 }, () => found))).toHaveLength(10);
  });

  it('[S50] the searched word stands in the query only', () => {
    const search = 'https://search.example/find?format=jsonv2&q={word}';
    for (const word of ['@evil.example/', '../../x', '&q=2#', '杭州 a'])
      expect(searchAddress(search, word)).toMatchObject({ host: 'search.example', pathname: '/find', hash: '' });
    expect(searchAddress(search, '&q=2#').searchParams.getAll('q')).toEqual(['&q=2#']);
  });
});

describe('the settings', () => {
  const env = (given: Record<string, string>) => mapOf(readEnv(given));
  const tiles = 'https://{s}.tile.example/{z}/{x}/{y}.png';

  it('choose AMap before tiles, and open hosts only for the chosen one', () => {
    expect(mapSources(env({}))).toEqual({ script: [], connect: [], img: [] });
    expect(env({ MAP_TILE_URL: tiles })).toMatchObject({
      amap: null,
      tiles: { url: tiles, datum: 'wgs84', search: null },
    });
    expect(mapSources(env({ MAP_TILE_URL: tiles }))).toMatchObject({ script: [], img: ['https://*.tile.example'] });
    const both = env({ MAP_TILE_URL: tiles, AMAP_KEY: 'keykeykey', AMAP_SECURITY_CODE: 'codecode' });
    expect(both).toMatchObject({ tiles: null, amap: { key: 'keykeykey', city: '', relay: null } });
    expect(mapSources(both).script).toEqual(['https://webapi.amap.com', 'https://jsapi.amap.com']);
    expect(env({}).centre).toEqual({ lng: 120.1551, lat: 30.2741 });
  });

  it.each([
    [{ AMAP_KEY: 'keykeykey' }, 'AMAP_SECURITY_CODE'],
    [{ AMAP_SECURITY_CODE: 'codecode' }, 'AMAP_KEY'],
    [{ AMAP_KEY: 'a b', AMAP_SECURITY_CODE: 'codecode' }, 'AMAP_KEY'],
    [{ MAP_TILE_URL: 'https://tile.example/{z}/{x}.png' }, 'MAP_TILE_URL'],
    [{ MAP_TILE_URL: 'https://{z}{x}{y}.example/' }, 'MAP_TILE_URL'],
    [{ MAP_TILE_URL: 'javascript:{z}{x}{y}' }, 'MAP_TILE_URL'],
    [{ MAP_SEARCH_URL: 'https://{word}.example/?q=1' }, 'MAP_SEARCH_URL'],
    [{ MAP_SEARCH_URL: 'https://search.example/?q=1' }, 'MAP_SEARCH_URL'],
    [{ MAP_TILE_DATUM: 'bd09' }, 'MAP_TILE_DATUM'],
    [{ MAP_CENTER: '30.2741' }, 'MAP_CENTER'],
  ])('%j stop the start and name %s', (given, name) => {
    expect(() => readEnv(given)).toThrow(new RegExp(`  ${name}:`));
  });
});
