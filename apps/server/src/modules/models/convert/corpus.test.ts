import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { GeomsFbUtils, IfcImporter } from '@thatopen/fragments';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectPicture } from '../picture/corpus.fixture.ts';
import { conversionBench } from './fixtures/bench.fixture.ts';
import { wasmFolder } from './ifc-session.ts';
import { openFrag } from './index.ts';
import { installFastShells } from './shells/shells.ts';
import type { ConvertMeta, FragReader } from './index.ts';

/**
 * Real models from the folder MODEL_CORPUS (ifc/, bcf/ifc/ and ifc-hostile/ in it). They are not part of the repository. Without
 * the variable the test prints one line that says so.
 */
const corpus = process.env['MODEL_CORPUS'] ?? '';
const importersOwn = GeomsFbUtils.getShellData;

function filesIn(folder: string): string[] {
  const place = path.join(corpus, folder);
  if (corpus === '' || !existsSync(place)) return [];
  return readdirSync(place)
    .filter((name) => name.endsWith('.ifc'))
    .map((name) => path.join(place, name));
}

const models = [...filesIn('ifc'), ...filesIn('bcf/ifc')];
const hostile = filesIn('ifc-hostile');

/** GlobalIds by entity number, for every entity that has one. */
function guidsById(text: string): Map<string, string> {
  const found = text.matchAll(/^\s*#(\d+)\s*=\s*\w+\s*\(\s*'([0-9A-Za-z_$]{22})'/gm);
  return new Map(Array.from(found, ([, id = '', guid = '']) => [id, guid]));
}

/** Pairs of a component's GlobalId and the GlobalId of its property set or quantity, read from the source. */
function definitionsIn(text: string): [component: string, definition: string][] {
  const guids = guidsById(text);
  const sets = new Set(
    Array.from(text.matchAll(/#(\d+)\s*=\s*(?:IFCPROPERTYSET|IFCELEMENTQUANTITY)\s*\(/g), ([, id]) => id),
  );
  const relations = text.matchAll(/=\s*IFCRELDEFINESBYPROPERTIES\s*\([^;]*?,\s*\(([#\d,\s]*)\)\s*,\s*#(\d+)\s*\)\s*;/g);
  return [...relations].flatMap(([, related = '', id = '']) => {
    if (!sets.has(id)) return [];
    return [...related.matchAll(/#(\d+)/g)].map(
      ([, one = '']) => [guids.get(one) ?? '', guids.get(id) ?? ''] as [string, string],
    );
  });
}

async function rawFragments(bytes: Uint8Array): Promise<Buffer> {
  const importer = new IfcImporter();
  importer.wasm = { path: wasmFolder, absolute: true };
  return Buffer.from(await importer.process({ bytes, raw: true, id: 'same' }));
}

const { converted, convert } = conversionBench();
vi.setConfig({ testTimeout: 120_000 });

afterEach(() => {
  GeomsFbUtils.getShellData = importersOwn;
});

describe('the corpus', () => {
  it('is given, or is reported as missing', () => {
    if (corpus === '') console.log('MODEL_CORPUS is not set: the real models were not read');
    expect(corpus === '' || models.length > 0).toBe(true);
  });

  for (const file of models) {
    it(`${path.basename(file)} is parsed with every property set of the source, and has a picture`, async () => {
      const bytes = await readFile(file);
      const { meta, fragPath } = await converted(bytes);
      expect(meta.elementCount).toBeGreaterThan(0);
      expect(meta.sourceBytes).toBe(bytes.length);
      const reader = await openFrag(fragPath);
      const guids = new Set(reader.guids());
      const sets = new Map<string, Set<string | null>>();
      for (const guid of guids) {
        const component = reader.component(guid);
        const own = [...(component?.propertySets ?? []), ...(component?.quantities ?? [])].map((set) => set.guid);
        sets.set(guid, new Set(own));
      }
      const missing = definitionsIn(bytes.toString('latin1')).filter(
        ([component, set]) => guids.has(component) && !sets.get(component)?.has(set),
      );
      expect(missing).toEqual([]);
      await expectPicture(path.basename(file), fragPath);
    });

    it(`${path.basename(file)} gives the importer's own bytes with our shells`, async () => {
      const bytes = new Uint8Array(await readFile(file));
      const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
      const own = await rawFragments(bytes);
      installFastShells();
      const ours = await rawFragments(bytes);
      log.mockRestore();
      expect(ours.equals(own)).toBe(true);
    });
  }
});

const NAMES = ['首层平面'];

/** Expected outcome by file name: a reason of failure, or a check of the parsed result. */
const OUTCOMES: Readonly<Record<string, string | ((meta: ConvertMeta, reader: FragReader) => void)>> = {
  zero: 'not_ifc',
  random: 'not_ifc',
  text: 'not_ifc',
  zip_renamed: (meta) => expect(meta.elementCount).toBe(100),
  header_only: 'truncated',
  unclosed_string: 'truncated',
  wrongschema: 'unsupported_schema',
  trunc_half: 'truncated',
  cyclic: (meta) => expect(meta.warnings).toMatchObject([{ code: 'placement_cycle' }]),
  dangling: (meta) => expect(meta.elementCount).toBeGreaterThan(0),
  hugeid: (meta) => expect(meta.elementCount).toBeGreaterThan(0),
  schema_mismatch: (meta) => expect(meta.elementCount).toBeGreaterThan(0),
  noproject: (meta) => expect(meta.warnings).toMatchObject([{ code: 'no_project' }]),
  chinese: (meta) => expect(meta.storeys.map(({ name }) => name)).toEqual(NAMES),
  utf8names: (_, reader) => {
    const names = reader.guids().map((guid) => reader.component(guid)?.name ?? '');
    expect(names.some((name) => name.includes('中文楼板'))).toBe(true);
  },
  chinese_gbk: (meta) => expect(meta.storeys.map(({ name }) => name)).toEqual(NAMES),
  cgcs2000: (meta) => {
    expect(Math.abs(meta.bbox?.max.x ?? Infinity)).toBeLessThan(100_000);
    expect(meta.trueOrigin.x).toBeGreaterThan(40_499_000_000);
  },
};

describe('the hostile part of the corpus', () => {
  it('is complete', () => {
    const names = hostile.map((file) => path.basename(file, '.ifc')).toSorted();
    expect(names).toEqual(corpus === '' ? [] : Object.keys(OUTCOMES).toSorted());
  });

  for (const file of hostile) {
    const name = path.basename(file, '.ifc');
    it(`${name} ends with its expected outcome`, async () => {
      const result = await convert(await readFile(file));
      const expected = OUTCOMES[name];
      if (typeof expected === 'function') {
        if (!result.ok) throw new Error(`${result.reason}: ${result.detail}`);
        expected(result.meta, await openFrag(result.fragPath));
      } else {
        expect(result.ok ? 'parsed' : result.reason).toBe(expected);
      }
    });
  }
});
