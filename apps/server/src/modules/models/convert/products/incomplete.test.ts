import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeSmallBuilding } from '../../../../testing/ifc/index.ts';
import { openSession, SourceReader, type IfcSession } from '../ifc-session.ts';
import { incompleteProducts } from './incomplete.ts';

const folder = mkdtempSync(join(tmpdir(), 'prdm-incomplete-'));
afterAll(() => rmSync(folder, { recursive: true }));

const building = writeSmallBuilding({ storeys: 1 });
const [, shape = '', part = ''] = /^(#\d+)=IFCPRODUCTDEFINITIONSHAPE\(\$,\$,\((#\d+)\)\)/m.exec(building) ?? [];
const body = Number(new RegExp(`^${part}=.*\\(#(\\d+)\\)\\);`, 'm').exec(building)?.[1]);
const name = new RegExp(`=(IFC[A-Z]+)\\([^\\n]*${shape}[,)]`).exec(building)?.[1] ?? '';
const [AXIS, MAPPED, MEMBER] = [900_002, 900_006, 900_010];

let session: IfcSession;
beforeAll(async () => {
  const context = /IFCSHAPEREPRESENTATION\((#\d+),/.exec(building)?.[1] ?? '';
  const axes = /^(#\d+)=IFCAXIS2PLACEMENT3D/m.exec(building)?.[1] ?? '';
  const more = [
    '#900001=IFCCARTESIANPOINT((0.,0.));',
    `#${AXIS}=IFCPOLYLINE((#900001,#900001));`,
    `#900003=IFCSHAPEREPRESENTATION(${context},'Axis','Curve2D',(#${AXIS}));`,
    `#${MAPPED}=IFCSPHERE($,1.);`,
    `#900007=IFCSHAPEREPRESENTATION(${context},'Body','MappedRepresentation',(#${MAPPED}));`,
    `#900008=IFCREPRESENTATIONMAP(${axes},#900007);`,
    '#900009=IFCMAPPEDITEM(#900008,$);',
    `#${MEMBER}=IFCOPENSHELL(());`,
    `#900011=IFCSHELLBASEDSURFACEMODEL((#${MEMBER}));`,
    `#900012=IFCSHAPEREPRESENTATION(${context},'Body','SurfaceModel',(#900009,#900011));`,
  ].join('\n');
  const text = building
    .replace(`(${part}))`, `(${part},#900003,#900012))`)
    .replace('ENDSEC;\nEND-ISO', `${more}\nENDSEC;\nEND-ISO`);
  const file = join(folder, 'building.ifc');
  writeFileSync(file, text);
  session = await openSession(new SourceReader(openSync(file, 'r')));
}, 60_000);

it.each([
  ['a body', body],
  ['a mapped shape', MAPPED],
  ['a member of a surface model', MEMBER],
])('%s that could not be built is told with class and number of its components', (_what, id) => {
  expect([...incompleteProducts(session, new Set([id]))]).toEqual([[name, 1]]);
});

it('an axis that could not be built is no loss', () => {
  expect([...incompleteProducts(session, new Set([AXIS]))]).toEqual([]);
});
