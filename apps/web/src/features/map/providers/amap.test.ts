import { afterEach, expect, it, vi } from 'vitest';
import { amapProvider } from './amap.ts';

/* The answers of AMap's script: a status, and a result that may be a text or missing. */
const answers = vi.hoisted(() => ({ search: [] as unknown[], address: [] as unknown[] }));
vi.mock('@amap/amap-jsapi-loader', () => {
  type Answer = (...given: unknown[]) => void;
  class AutoComplete {
    search(_word: string, answer: Answer) {
      answer(...answers.search);
    }
  }
  class Geocoder {
    getAddress(_position: unknown, answer: Answer) {
      answer(...answers.address);
    }
  }
  return { default: { reset: () => undefined, load: async () => ({ AutoComplete, Geocoder }) } };
});
vi.stubGlobal('window', { location: { origin: 'https://prdm.example.cn' } });
afterEach(() => void (answers.search = answers.address = []));

const provider = () => amapProvider({ key: 'k', service_path: '/_AMapService/1-2', expires_in: 3600, city: '' });
const at = { lng: 120.1, lat: 30.2 };

it('[EN-022] a spent quota or a network error rejects, with its reason', async () => {
  const { search, addressOf } = await provider();
  for (const given of [
    ['error', 'USER_DAILY_QUERY_OVER_LIMIT'],
    ['error', undefined],
  ]) {
    answers.search = answers.address = given;
    await expect(search('西湖')).rejects.toThrow(`AMap answered error: ${given[1]}`);
    await expect(addressOf(at)).rejects.toThrow(`AMap answered error: ${given[1]}`);
  }
});

it('no result is no failure', async () => {
  const { search, addressOf } = await provider();
  for (const given of [
    ['no_data', undefined],
    ['no_data', 0],
    ['complete', undefined],
    ['complete', {}],
  ]) {
    answers.search = answers.address = given;
    expect(await search('西湖')).toEqual([]);
    expect(await addressOf(at)).toBe('');
  }
});
