import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../../../package.json' with { type: 'json' };
import { writeSmallBuilding } from '../../../testing/ifc/index.ts';
import { conversionBench } from './fixtures/bench.fixture.ts';
import { convertIfc, openFrag } from './index.ts';
import type { ConvertMeta, ConvertProgress, FragReader } from './index.ts';

const { convert, converted, source, target } = conversionBench();

function count(text: string, types: string): number {
  return [...text.matchAll(new RegExp(`=(${types})\\(`, 'g'))].length;
}

describe('a small building', () => {
  const text = writeSmallBuilding();
  const progress: ConvertProgress[] = [];
  let meta: ConvertMeta;
  let metaWritten: unknown;
  let reader: FragReader;

  // Converted once. The tests check parts of the one result.
  beforeAll(async () => {
    const building = await converted(text, { onProgress: (one) => progress.push(one) });
    meta = building.meta;
    metaWritten = JSON.parse(await readFile(building.metaPath, 'utf8'));
    reader = await openFrag(building.fragPath);
  }, 60_000);

  it('is converted with all its components, storeys and properties', () => {
    const shaped = 'IFCWALL|IFCCOLUMN|IFCSLAB|IFCDOOR|IFCWINDOW|IFCSPACE|IFCFURNITURE|IFCDUCTSEGMENT';
    expect(meta).toMatchObject({ schema: 'IFC4', unit: 'mm', warnings: [] });
    expect(meta.coordinates.map).toBeNull();
    const rooms = count(text, 'IFCSPACE');
    expect(meta.elementCount).toBe(count(text, shaped) - rooms);
    expect(meta.storeys.map(({ name, elevation }) => [name, elevation])).toEqual([
      ['一层', 0],
      ['二层', 3600],
      ['三层', 7200],
    ]);
    expect(meta.importerVersions).toEqual({
      webIfc: packageJson.dependencies['web-ifc'],
      fragments: packageJson.dependencies['@thatopen/fragments'],
    });
    expect(meta.sourceBytes).toBe(Buffer.byteLength(text));
    expect(metaWritten).toEqual(meta);

    expect(reader.elementCount).toBe(meta.elementCount + rooms);
    const components = reader.guids().map((guid) => reader.component(guid));
    const sets = components.reduce((sum, component) => sum + (component?.propertySets.length ?? 0), 0);
    const quantities = components.reduce((sum, component) => sum + (component?.quantities.length ?? 0), 0);
    expect(sets).toBe(count(text, 'IFCPROPERTYSET'));
    expect(quantities).toBe(count(text, 'IFCELEMENTQUANTITY'));
  });

  it('keeps its size in millimetres: columns of 600 at the corners, three storeys of 3600', () => {
    const { bbox } = meta;
    const size = bbox && [bbox.max.x - bbox.min.x, bbox.max.y - bbox.min.y, bbox.max.z - bbox.min.z];
    for (const [axis, expected] of [4 * 7200 + 600, 2 * 6000 + 600, 3 * 3600].entries()) {
      expect(size?.[axis]).toBeCloseTo(expected, 1);
    }
    expect((bbox?.min.x ?? 0) + meta.trueOrigin.x).toBeCloseTo(-300, 1);
    expect((bbox?.min.y ?? 0) + meta.trueOrigin.y).toBeCloseTo(-300, 1);
    expect((bbox?.min.z ?? 0) + meta.trueOrigin.z).toBeCloseTo(-150, 1);
  });

  it('[MV-008] of a file in metres becomes millimetres, 1000 for each metre', async () => {
    const inMetres = text.replace(/(IFCSIUNIT\(\*,\.LENGTHUNIT\.,)\.MILLI\.,/, '$1$,');
    expect(inMetres).not.toBe(text);
    const { meta: metres } = await converted(inMetres);
    const { bbox } = metres;
    expect(metres.unit).toBe('mm');
    expect(metres.units.LENGTHUNIT).toBe('m');
    expect(((bbox?.max.x ?? 0) - (bbox?.min.x ?? 0)) / 1000).toBeCloseTo(4 * 7200 + 600, 0);
    expect(((bbox?.max.z ?? 0) - (bbox?.min.z ?? 0)) / 1000).toBeCloseTo(3 * 3600, 0);
    expect(metres.storeys.map(({ elevation }) => elevation)).toEqual([0, 3_600_000, 7_200_000]);
  });

  it('keeps the unit signs of its property values, also of conversion-based units', async () => {
    expect(meta.units).toEqual({ LENGTHUNIT: 'mm', AREAUNIT: 'm²', VOLUMEUNIT: 'm³', PLANEANGLEUNIT: 'rad' });
    const [, id] = /#(\d+)=IFCSIUNIT\(\*,\.LENGTHUNIT\.,\.MILLI\.,\.METRE\.\);/.exec(text) ?? [];
    const inFeet = text.replace(
      /#\d+=IFCSIUNIT\(\*,\.LENGTHUNIT\.[^;]*;/,
      `#${id}=IFCCONVERSIONBASEDUNIT(#900001,.LENGTHUNIT.,'FOOT',#900002);
#900001=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);
#900002=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048),#900003);
#900003=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);`,
    );
    expect((await converted(inFeet)).meta.units).toMatchObject({ LENGTHUNIT: 'ft', AREAUNIT: 'm²' });
  });

  it('reports its progress in whole per cents that never decrease', () => {
    const percents = progress.map(({ percent }) => percent);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(percents.every((percent) => Number.isInteger(percent) && percent >= 0 && percent <= 99)).toBe(true);
    expect([...new Set(progress.map(({ step }) => step))]).toEqual([
      'checking',
      'reading',
      'geometry',
      'properties',
      'writing',
    ]);
  });
});

describe('a model far from the origin', () => {
  const georeference = { easting: 40_500_000, northing: 3_450_000, height: 12, system: 'EPSG:4549' };

  it('is drawn near the origin and keeps its true coordinates', async () => {
    const { meta } = await converted(writeSmallBuilding({ georeference, georeferenceInPlacement: true }));
    expect(Math.abs(meta.bbox?.max.x ?? Infinity)).toBeLessThan(100_000);
    expect((meta.bbox?.min.x ?? 0) + meta.trueOrigin.x).toBeCloseTo(40_500_000_000 - 300, 0);
    expect((meta.bbox?.min.y ?? 0) + meta.trueOrigin.y).toBeCloseTo(3_450_000_000 - 300, 0);
    expect(meta.storeys[1]).toMatchObject({ elevation: 12_000 + 3600 });
  });

  it('keeps the map conversion a file declares', async () => {
    const { meta } = await converted(writeSmallBuilding({ georeference }));
    expect(meta.coordinates.map).toMatchObject({
      system: 'EPSG:4549',
      datum: 'CGCS2000',
      unit: { sign: 'm', metres: 1 },
      conversion: { eastings: 40_500_000, northings: 3_450_000, height: 12 },
    });
  });
});

describe('limits', () => {
  const text = writeSmallBuilding();

  it('end a conversion that takes too much time or memory', async () => {
    expect(await convert(text, { limits: { timeoutMs: 100 } })).toMatchObject({ ok: false, reason: 'timeout' });
    expect(await convert(text, { limits: { rssMb: 50 } })).toMatchObject({ ok: false, reason: 'memory' });
    expect(await convert(text, { limits: { maxBytes: 1000 } })).toMatchObject({ ok: false, reason: 'too_large' });
  });

  it('end a conversion that is cancelled, before and while it runs', async () => {
    expect(await convert(text, { signal: AbortSignal.abort() })).toMatchObject({ reason: 'cancelled' });
    const controller = new AbortController();
    const onProgress = ({ step }: ConvertProgress): void => {
      if (step === 'geometry') controller.abort();
    };
    expect(await convert(text, { signal: controller.signal, onProgress })).toMatchObject({ reason: 'cancelled' });
  });

  it('keep an earlier result when the next conversion fails', async () => {
    const first = await converted(text);
    const before = await readFile(first.fragPath);
    await writeFile(path.join(target(), 'model.frag.tmp'), 'cut off earlier');
    const second = await convertIfc({ source: source(), targetDir: target(), limits: { timeoutMs: 100 } });
    expect(second.ok).toBe(false);
    expect(await readFile(first.fragPath)).toEqual(before);
    expect((await readdir(target())).toSorted()).toEqual(['meta.json', 'model.frag']);
  });

  it('do not throw when the source is missing', async () => {
    const missing = await convertIfc({ source: `${source()}.missing`, targetDir: target() });
    expect(missing).toMatchObject({ ok: false, reason: 'internal', detail: expect.stringContaining('ENOENT') });
  });
});
