import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { IfcImporter } from '@thatopen/fragments';
import { IfcAPI } from 'web-ifc';
import { describe, expect, it } from 'vitest';
import { RoadWriter, ROAD_COUNTS, writeRoad, writeSmallBuilding, type Ref } from '../../../../testing/ifc/index.ts';
import { conversionBench } from '../fixtures/bench.fixture.ts';
import { wasmFolder } from '../ifc-session.ts';
import { openFrag } from '../index.ts';
import { importAllProducts, PRODUCTS } from './classes.ts';

const corpus = process.env['MODEL_CORPUS'] ?? '';
const { converted } = conversionBench();

interface Counted {
  total: number;
  /** Number of those with at least one triangle. */
  shaped: number;
}

/**
 * Products of a file by class, counted with a separate web-ifc and its own inheritance. Neither our code nor the importer's takes
 * part.
 */
async function countedByWebIfc(bytes: Uint8Array): Promise<Map<string, Counted>> {
  const api = new IfcAPI();
  api.SetWasmPath(wasmFolder, true);
  await api.Init();
  const model = api.OpenModel(bytes, { COORDINATE_TO_ORIGIN: true });
  const counts = new Map<string, Counted>();
  for (const { typeID, typeName } of api.GetAllTypesOfModel(model)) {
    const ids = [...api.GetLineIDsWithType(model, typeID)];
    const first: unknown = ids[0] === undefined ? null : api.GetLine(model, ids[0]);
    if (typeof first !== 'object' || first === null || !('ObjectPlacement' in first)) continue;
    let shaped = 0;
    api.StreamMeshes(model, ids, (mesh) => {
      let triangles = 0;
      for (let i = 0; i < mesh.geometries.size(); i++) {
        const geometry = api.GetGeometry(model, mesh.geometries.get(i).geometryExpressID);
        triangles += geometry.GetIndexDataSize();
        geometry.delete();
      }
      if (triangles > 0) shaped += 1;
    });
    counts.set(typeName.toUpperCase(), { total: ids.length, shaped });
  }
  api.CloseModel(model);
  return counts;
}

describe('the classes that are read', () => {
  it('are all subtypes of IfcProduct except openings and ports', () => {
    const importer = new IfcImporter();
    const before = importer.classes.elements.size;
    importAllProducts(importer);
    const names = (codes: Iterable<number>) => new Set(Array.from(codes, (code) => PRODUCTS.get(code)));
    const read = names(importer.classes.elements);
    expect(importer.classes.elements.size).toBeGreaterThan(before + 60);
    const known = [
      'IFCKERB',
      'IFCFACILITYPART',
      'IFCELECTRICDISTRIBUTIONPOINT',
      'IFCPROXY',
      'IFCSIGNAL',
      'IFCSITE',
      'IFCALIGNMENT',
    ];
    for (const name of known) expect(read, name).toContain(name);
    const left = [...PRODUCTS.values()].filter((name) => !read.has(name)).toSorted();
    expect(left.filter((name) => /OPENING|PORT$/.test(name))).toHaveLength(4);
    expect(left.filter((name) => !/OPENING|PORT$|SPATIAL/.test(name))).toEqual([]);
    expect(names(importer.classes.abstract)).toContain('IFCSPATIALZONE');
  });
});

describe('a road', () => {
  const text = writeRoad();

  it('is counted by class, with the reasons for products left out', async () => {
    const { meta, fragPath } = await converted(text);
    const counts = meta.classes.map(({ name, total, drawn }) => [name, [total, drawn]]);
    expect(Object.fromEntries(counts)).toEqual(ROAD_COUNTS);
    for (const { total, drawn, left } of meta.classes)
      expect(drawn + left.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    const reasons = Object.fromEntries(meta.classes.map(({ name, left }) => [name, left.map(({ reason }) => reason)]));
    expect(reasons).toMatchObject({
      IFCKERB: ['no_shape', 'lines_only'],
      IFCKERBSTONE: ['unread'],
      IFCOPENINGELEMENT: ['opening'],
      IFCDISTRIBUTIONPORT: ['port'],
      IFCSPACE: ['room'],
      IFCSPATIALZONE: ['zone'],
      IFCROADPART: ['no_shape'],
    });
    expect(meta.elementCount).toBe(6);
    const reader = await openFrag(fragPath);
    const classes = new Set(reader.guids().map((guid) => reader.component(guid)?.category));
    for (const name of ['IFCKERB', 'IFCROADPART', 'IFCFACILITYPARTCOMMON', 'IFCSPATIALZONE'])
      expect(classes).toContain(name);
  });

  it('warns about components that were not read, by class, and not about wrappers of styles', async () => {
    const { meta } = await converted(text);
    expect(meta.warnings).toEqual([{ code: 'unknown_entities', detail: 'IFCKERBSTONE 2' }]);
  });
});

describe('a product that is not drawn', () => {
  /** Converts a road with one kerb for each shape, and returns the reasons in the order of the names. */
  const reasons = async (shapes: readonly ((road: RoadWriter) => Ref | null)[]): Promise<(string | undefined)[]> => {
    const road = new RoadWriter();
    road.product('IFCPAVEMENT', [0, 0, 0], road.block(), null, null);
    const classes = ['IFCKERB', 'IFCSIGN', 'IFCRAIL', 'IFCCOURSE', 'IFCBEAM'];
    const products = shapes.map((shape, index) =>
      road.product(classes[index] ?? '', [0, 0, 0], shape(road), null, null),
    );
    expect(products.length).toBeLessThanOrEqual(classes.length);
    const { meta } = await converted(road.finish());
    return classes.slice(0, shapes.length).map((name) => {
      const row = meta.classes.find((one) => one.name === name);
      return row?.left.map(({ reason, count }) => `${reason} ${count}`).join();
    });
  };
  const line = ({ step }: RoadWriter): Ref =>
    step.add('IFCPOLYLINE', [step.add('IFCCARTESIANPOINT', [0, 0, 0]), step.add('IFCCARTESIANPOINT', [1000, 0, 0])]);
  const shapeOf = (road: RoadWriter, type: string, item: Ref): Ref =>
    road.step.add('IFCPRODUCTDEFINITIONSHAPE', null, null, [representation(road, type, item)]);
  const representation = ({ step, shapes }: RoadWriter, type: string, item: Ref): Ref =>
    step.add('IFCSHAPEREPRESENTATION', shapes.context, 'Body', type, [item]);
  const mapped = (road: RoadWriter, item: Ref, type: string): Ref => {
    const { step } = road;
    const origin = step.add('IFCCARTESIANPOINT', [0, 0, 0]);
    const axes = step.add('IFCAXIS2PLACEMENT3D', origin, null, null);
    const map = step.add('IFCREPRESENTATIONMAP', axes, representation(road, type, item));
    const target = step.add('IFCCARTESIANTRANSFORMATIONOPERATOR3D', null, null, origin, null, null);
    return shapeOf(road, 'MappedRepresentation', step.add('IFCMAPPEDITEM', map, target));
  };

  it('has lines only where its body is a set of lines, or mapped from lines, and is no warning', async () => {
    const found = await reasons([
      (road) => shapeOf(road, 'GeometricSet', road.step.add('IFCGEOMETRICSET', [line(road)])),
      (road) => mapped(road, line(road), 'Curve3D'),
      (road) => mapped(road, line(road), 'SweptSolid'),
      (road) => shapeOf(road, 'SweptSolid', line(road)),
    ]);
    expect(found).toEqual(Array.from({ length: 4 }, () => 'lines_only 1'));
  });

  it('was not built where its solid is empty, also in a map, or the file lacks its shape', async () => {
    const empty = ({ shapes }: RoadWriter): Ref => shapes.extrude(shapes.rectangle(0, 0), 0);
    const found = await reasons([
      (road) => shapeOf(road, 'SweptSolid', empty(road)),
      (road) => mapped(road, empty(road), 'SweptSolid'),
      () => ({ id: 900_000 }),
      () => null,
    ]);
    expect(found).toEqual(['not_built 1', 'not_built 1', 'not_built 1', 'no_shape 1']);
  });

  it('is a room shown on demand only if the room has a body', async () => {
    const road = new RoadWriter();
    const rooms = [road.block(), null].map((shape) =>
      road.product('IFCSPACE', [0, 0, 0], shape, null, null, null, null),
    );
    road.aggregate(road.site, rooms);
    const { meta } = await converted(road.finish());
    expect(meta.classes.find(({ name }) => name === 'IFCSPACE')?.left).toEqual([
      { reason: 'room', count: 1 },
      { reason: 'no_shape', count: 1 },
    ]);
  });
});

describe('a library of types', () => {
  it('is parsed, and reports that it holds types only', async () => {
    const building = writeSmallBuilding({ storeys: 1 });
    const shape = /=IFCPRODUCTDEFINITIONSHAPE\(\$,\$,\((#\d+)\)\)/.exec(building)?.[1] ?? '';
    const axes = /^(#\d+)=IFCAXIS2PLACEMENT3D/m.exec(building)?.[1] ?? '';
    const elements = /^#\d+=IFC(WALL|COLUMN|SLAB|DOOR|WINDOW|SPACE|FURNITURE|DUCTSEGMENT|OPENINGELEMENT)\(.*\n/gm;
    const map = `#900001=IFCREPRESENTATIONMAP(${axes},${shape});\n`;
    const type = "#900002=IFCBOILERTYPE('2n5ASfQfT84eP9h$zLLJ4A',$,'boiler',$,$,$,(#900001),$,$,.NOTDEFINED.);\n";
    const { meta } = await converted(
      building.replaceAll(elements, '').replace('ENDSEC;\nEND-ISO', `${map}${type}ENDSEC;\nEND-ISO`),
    );
    expect(meta.warnings).toEqual([{ code: 'types_only', detail: 'IFCBOILERTYPE 1' }]);
    expect([meta.elementCount, meta.bbox]).toEqual([0, null]);
  });
});

/** The table in the README of the corpus: counts by class for each file. */
function trueCounts(): Map<string, Map<string, number>> {
  const page = path.join(corpus, 'ifc-x4', 'README.md');
  const rows = readFileSync(page, 'utf8').matchAll(/^\| (\S+\.ifc) \| \S+ \| (\d+) \| ([^|]*)\|/gm);
  return new Map(
    Array.from(rows, ([, file = '', total = '', classes = '']) => {
      const counts = new Map(
        Array.from(classes.matchAll(/(Ifc\w+) (\d+)/g), ([, name = '', n]) => [name.toUpperCase(), Number(n)]),
      );
      const sum = [...counts.values()].reduce((all, count) => all + count, 0);
      if (sum !== Number(total)) throw new Error(`the row of ${file} is not understood`);
      return [file, counts];
    }),
  );
}

describe.runIf(corpus !== '')('the corpus', () => {
  const listed = corpus === '' ? new Map<string, Map<string, number>>() : trueCounts();

  it('lists its files', () => {
    expect(listed.size).toBeGreaterThanOrEqual(15);
  });

  it.each([...listed])('%s is drawn whole, or reports losses by class and reason', async (file, expected) => {
    const place = ['ifc-x4', 'ifc'].map((folder) => path.join(corpus, folder, file)).find((one) => existsSync(one));
    if (place === undefined) throw new Error(`${file} is named by the corpus and missing`);
    const bytes = new Uint8Array(readFileSync(place));
    const source = await countedByWebIfc(bytes);
    const { meta } = await converted(bytes);
    const rows = new Map(meta.classes.map((row) => [row.name, row]));
    expect(Object.fromEntries(meta.classes.map(({ name, total }) => [name, total]))).toEqual(
      Object.fromEntries([...source].map(([name, { total }]) => [name, total])),
    );
    for (const [name, count] of expected) {
      const row = rows.get(name);
      const why = (row?.left ?? []).filter(({ reason }) => reason !== 'no_shape' && reason !== 'lines_only');
      const missing = count - (row?.drawn ?? 0);
      if (missing > 0)
        expect(
          why.reduce((sum, part) => sum + part.count, 0),
          name,
        ).toBeGreaterThanOrEqual(missing);
      expect(row?.drawn ?? 0, name).toBeLessThanOrEqual(count);
      expect(source.get(name)?.shaped, name).toBe(count);
    }
    const drawn = new Set(meta.classes.filter((row) => row.drawn > 0).map(({ name }) => name));
    expect([...drawn].filter((name) => !expected.has(name))).toEqual([]);
    const zones = expected.get('IFCSPATIALZONE') ?? 0;
    expect(meta.elementCount).toBe([...expected.values()].reduce((sum, count) => sum + count, 0) - zones);
  });
});
