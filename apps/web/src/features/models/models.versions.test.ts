import { expect, it } from 'vitest';
import { idIn, namedIn, versionToShow } from './models.versions.ts';

const VERSIONS = [
  { version_id: 30, openable: true },
  { version_id: 20, openable: false },
  { version_id: 10, openable: true },
];

it('a viewpoint opens in its own version, unless the address names another', () => {
  const opened = (version: number | null, taken: number | null) =>
    versionToShow({ version, viewpoint: 1 }, taken, VERSIONS);
  expect(opened(null, 10)).toBe(10);
  expect(opened(30, 10)).toBe(30);
  expect(opened(null, null)).toBeNull();
});

it('a viewpoint whose version cannot be opened opens in the newest', () => {
  expect(versionToShow({ version: null, viewpoint: 1 }, 20, VERSIONS)).toBeNull();
  expect(versionToShow({ version: null, viewpoint: 1 }, 99, VERSIONS)).toBeNull();
});

it('ids of an address are whole numbers above zero', () => {
  const address = new URLSearchParams('a=7&b=0&c=x&d=1.5&e=');
  expect(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => idIn(address, name))).toEqual([7, null, null, null, null, null]);
});

it('a view names each component once: alone, hidden, selected', () => {
  expect(namedIn({ hidden: ['a'], isolated: ['b', 'a'], selection: ['b'] }).toSorted()).toEqual(['a', 'b']);
  expect(namedIn({ hidden: [], isolated: null, selection: [] })).toEqual([]);
});
