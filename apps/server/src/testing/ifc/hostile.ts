import { writeSmallBuilding } from './building.ts';
import { encodeGb18030 } from './gb18030.ts';
import { seededRandom } from './seed.ts';
import { zip } from './zip.ts';
import type { BuildingOptions } from './building.ts';

/** Broken inputs of a converter, from real files and from attackers. */
export const HOSTILE_KINDS = [
  'zero',
  'random',
  'text',
  'zip_renamed',
  'header_only',
  'unclosed_string',
  'wrongschema',
  'trunc_half',
  'cyclic',
  'cyclic_pair',
  'cyclic_component',
  'dangling',
  'noproject',
  'no_shapes',
  'deep_nesting',
  'long_chain',
  'gbk_names',
  'utf8_names',
  'latin1_names',
  'odd_schema_name',
  'byte_order_mark',
] as const;
export type HostileKind = (typeof HOSTILE_KINDS)[number];

const small: BuildingOptions = { seed: 'hostile', storeys: 2, baysX: 2, baysY: 1 };

/** Number of the placement of the first entity of a type, and its whole line. */
function placementOf(text: string, type: string): { id: string; line: string } {
  const entity = new RegExp(`=${type}\\([^;]*`).exec(text)?.[0] ?? '';
  for (const [, id] of entity.matchAll(/#(\d+)/g)) {
    const line = new RegExp(`^#${id}=IFCLOCALPLACEMENT\\(.*$`, 'm').exec(text)?.[0];
    if (id && line) return { id, line };
  }
  throw new Error(`no ${type} with a placement`);
}

/** Moves the placement of one type's first entity under that of another's (or under itself). */
function hang(text: string, type: string, under: string): string {
  const child = placementOf(text, type);
  const parent = placementOf(text, under);
  return text.replace(child.line, child.line.replace(/\((#\d+|\$),/, `(#${parent.id},`));
}

function insertEntities(text: string, lines: string[]): string {
  return text.replace(/ENDSEC;\nEND-ISO/, `${lines.join('\n')}\nENDSEC;\nEND-ISO`);
}

/** A storey's placement below a hundred thousand others: too deep for any recursion. */
function longChain(text: string): string {
  const storey = placementOf(text, 'IFCBUILDINGSTOREY');
  const first = 9_000_000;
  const lines = Array.from({ length: 100_000 }, (_, i) =>
    i === 0 ? `#${first}=IFCLOCALPLACEMENT($,#5);` : `#${first + i}=IFCLOCALPLACEMENT(#${first + i - 1},#5);`,
  );
  const hung = text.replace(storey.line, storey.line.replace(/\(#\d+,/, `(#${first + lines.length - 1},`));
  return insertEntities(hung, lines);
}

function random(bytes: number): Buffer {
  const next = seededRandom('noise');
  return Buffer.from(Array.from({ length: bytes }, () => Math.floor(next() * 256)));
}

type Maker = () => string | Buffer;

const MAKERS: Readonly<Record<HostileKind, Maker>> = {
  zero: () => '',
  random: () => random(50_000),
  text: () => 'hello, this is a letter and no model\n',
  zip_renamed: () => zip([['model.ifc', writeSmallBuilding(small)]]),
  header_only: () => writeSmallBuilding(small).split('DATA;')[0] ?? '',
  unclosed_string: () => writeSmallBuilding(small).replace("'Pset_WallCommon'", "'Pset_WallCommon"),
  wrongschema: () => writeSmallBuilding(small).replace("(('IFC4'))", "(('AUTOMOTIVE_DESIGN'))"),
  trunc_half: () => {
    const text = writeSmallBuilding(small);
    return text.slice(0, text.length / 2);
  },
  cyclic: () => hang(writeSmallBuilding(small), 'IFCBUILDINGSTOREY', 'IFCBUILDINGSTOREY'),
  cyclic_pair: () => hang(writeSmallBuilding(small), 'IFCBUILDING', 'IFCBUILDINGSTOREY'),
  cyclic_component: () => hang(writeSmallBuilding(small), 'IFCDOOR', 'IFCDOOR'),
  dangling: () =>
    writeSmallBuilding(small)
      .split('\n')
      .filter(
        (line, index) => !(/=IFCPROPERTYSINGLEVALUE|=IFCMATERIAL|=IFCRECTANGLEPROFILE/.test(line) && index % 9 === 0),
      )
      .join('\n'),
  noproject: () => writeSmallBuilding(small).replace(/^#\d+=IFCPROJECT\(.*\n/m, ''),
  no_shapes: () => writeSmallBuilding(small).replaceAll(/^#\d+=IFCSHAPEREPRESENTATION\(.*\n/gm, ''),
  deep_nesting: () =>
    insertEntities(writeSmallBuilding(small), [
      `#9000000=IFCCARTESIANPOINTLIST3D(${'('.repeat(200_000)}0.${')'.repeat(200_000)},$);`,
    ]),
  long_chain: () => longChain(writeSmallBuilding(small)),
  gbk_names: () => encodeGb18030(writeSmallBuilding({ ...small, encoding: 'raw' })),
  utf8_names: () => writeSmallBuilding({ ...small, encoding: 'raw' }),
  latin1_names: () =>
    Buffer.from(writeSmallBuilding(small).replaceAll("'Reference'", "'H\u00f6he \u00fcber Grund'"), 'latin1'),
  odd_schema_name: () => writeSmallBuilding(small).replace("(('IFC4'))", "(('IFC4_ADD2_TC1'))"),
  byte_order_mark: () => `\uFEFF\n ${writeSmallBuilding(small)}`,
};

/** One hostile input as bytes; equal for every call. */
export function writeHostile(kind: HostileKind): Buffer {
  const made = MAKERS[kind]();
  return typeof made === 'string' ? Buffer.from(made, 'utf8') : made;
}
