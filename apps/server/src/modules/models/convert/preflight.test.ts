import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGb18030, writeHostile, writeSmallBuilding, zip } from '../../../testing/ifc/index.ts';
import { ChineseCheck, Utf8Check } from './encoding.ts';
import { holdsModel } from './archives/zip-listing.ts';
import { preflight, UNPACKED, UTF8_COPY } from './preflight.ts';
import { hasEnd, readHeader } from './step-header.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'preflight-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function check(content: string | Uint8Array, maxBytes = 100_000_000) {
  const source = path.join(folder, 'source.ifc');
  await writeFile(source, content);
  return preflight(source, folder, maxBytes);
}

const head = (schema: string, before = ''): string =>
  `ISO-10303-21;\nHEADER;\n${before}FILE_SCHEMA(('${schema}'));\nENDSEC;\nDATA;\n`;

describe('the header of a STEP file', () => {
  it.each(['IFC2X3', 'IFC2X3_TC1', 'IFC4', 'IFC4_ADD2', 'IFC4X3', 'IFC4X3_ADD2', 'IFC4X3_RC2', 'ifc4'])(
    'accepts %s',
    (schema) => {
      expect(readHeader(head(schema))).toMatchObject({ kind: 'schema', schema: schema.toUpperCase(), supported: true });
    },
  );

  it.each(['IFC4X1', 'IFC4X2', 'IFC2X2_FINAL', 'IFC5', 'AUTOMOTIVE_DESIGN', ''])('refuses %s', (schema) => {
    expect(readHeader(head(schema))).toMatchObject({ kind: 'schema', supported: false });
  });

  it('finds the schema behind blanks, and returns its position', () => {
    const text = head('IFC4').replace('FILE_SCHEMA((', 'FILE_SCHEMA ( (\n ');
    const found = readHeader(text);
    expect(found).toMatchObject({ kind: 'schema', schema: 'IFC4' });
    if (found.kind === 'schema') expect(text.slice(found.at, found.at + found.length)).toBe('IFC4');
  });

  it('ignores a schema in a comment or in a text', () => {
    const lures = "/* FILE_SCHEMA(('IFC2X3')); DATA; */\nFILE_NAME('it''s DATA; FILE_SCHEMA((''IFC2X3''))','');\n";
    expect(readHeader(head('IFC4', lures))).toMatchObject({ schema: 'IFC4' });
  });

  it('distinguishes a foreign file, a missing schema and a truncated header', () => {
    expect(readHeader('DATA;')).toEqual({ kind: 'foreign' });
    expect(readHeader('ISO-10303-21;HEADER;ENDSEC;DATA;')).toEqual({ kind: 'no_schema' });
    expect(readHeader('ISO-10303-21;HEADER;FILE_NA')).toEqual({ kind: 'unfinished' });
    expect(readHeader("ISO-10303-21;HEADER;FILE_SCHEMA(('IFC")).toEqual({ kind: 'unfinished' });
  });

  it('recognises the end of a file', () => {
    expect(hasEnd('ENDSEC;\nEND-ISO-10303-21 ;\r\n\r\n')).toBe(true);
    expect(hasEnd('ENDSEC;\nEND-ISO')).toBe(false);
  });
});

describe('the encoding', () => {
  it('is UTF-8 for any split into pieces', () => {
    const bytes = Buffer.from('一层 ä € 😀 end');
    for (let cut = 0; cut <= bytes.length; cut++) {
      const utf8 = new Utf8Check();
      utf8.push(bytes.subarray(0, cut));
      utf8.push(bytes.subarray(cut));
      expect(utf8.end()).toBe(true);
    }
  });

  it('is not UTF-8 when a character is broken or incomplete', () => {
    for (const bytes of [
      encodeGb18030('一层'),
      Buffer.from('一').subarray(0, 2),
      Buffer.from([0x80]),
      Buffer.from([0xff, 0x41]),
    ]) {
      const utf8 = new Utf8Check();
      utf8.push(bytes);
      expect(utf8.end()).toBe(false);
    }
  });

  it('is Chinese for GB18030 and not for Latin-1, for any split into pieces', () => {
    const chinese = encodeGb18030('一层平面 A-1 外墙');
    const latin = Buffer.from('Fläche, Höhe über Grund, Außenwände, äöü', 'latin1');
    for (let cut = 0; cut <= chinese.length; cut++) {
      const one = new ChineseCheck();
      one.push(chinese.subarray(0, cut));
      one.push(chinese.subarray(cut));
      expect(one.likely).toBe(true);
    }
    const other = new ChineseCheck();
    other.push(latin);
    expect(other.likely).toBe(false);
  });
});

describe('preflight', () => {
  it('accepts a good file, with its schema, size and hash', async () => {
    const text = writeSmallBuilding({ storeys: 1 });
    const checked = await check(text);
    expect(checked).toMatchObject({ ok: true, schema: 'IFC4', bytes: Buffer.byteLength(text), warnings: [] });
    expect(checked.ok && checked.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['zero', 'not_ifc'],
    ['text', 'not_ifc'],
    ['random', 'not_ifc'],
    ['deep_nesting', 'too_deep'],
    ['wrongschema', 'unsupported_schema'],
    ['header_only', 'truncated'],
    ['trunc_half', 'truncated'],
  ] as const)('says of %s: %s', async (kind, reason) => {
    expect(await check(writeHostile(kind))).toMatchObject({ ok: false, reason });
  });

  it('refuses a file over the limit and a gzip file', async () => {
    expect(await check(writeSmallBuilding({ storeys: 1 }), 1000)).toMatchObject({ reason: 'too_large' });
    expect(await check(Uint8Array.of(0x1f, 0x8b, 8, 0))).toMatchObject({ reason: 'zip_damaged' });
  });

  it('unpacks a model from an archive, with the size and the hash of the archive', async () => {
    const text = writeSmallBuilding({ storeys: 1 });
    const archive = zip([
      ['__MACOSX/._model.ifc', 'shadow'],
      ['readme.txt', 'hello'],
      ['sub/模型.IFC', text],
    ]);
    const checked = await check(archive);
    expect(checked).toMatchObject({
      ok: true,
      path: path.join(folder, UNPACKED),
      bytes: Buffer.byteLength(text),
      sourceBytes: archive.length,
      sha256: createHash('sha256').update(archive).digest('hex'),
    });
    expect(await readFile(path.join(folder, UNPACKED), 'utf8')).toBe(text);
    expect(await check(zip([['a.ifc', text]], { stored: true }))).toMatchObject({ ok: true, schema: 'IFC4' });
  });

  it('stops unpacking when the disk has no room', async () => {
    const source = path.join(folder, 'source.ifc');
    await writeFile(source, zip([['a.ifc', Buffer.alloc(3_900_000, 0x20)]]));
    const requested: number[] = [];
    const room = (bytes: number): Promise<number> => {
      requested.push(bytes);
      return requested.length < 3 ? Promise.resolve(500_000) : Promise.reject(new Error('no room'));
    };
    await expect(preflight(source, folder, 100_000_000, undefined, room)).rejects.toThrow('no room');
    expect((await stat(path.join(folder, UNPACKED))).size).toBeLessThan(1_100_000);
  });

  const building = writeSmallBuilding({ storeys: 1 });
  const whole = zip([['a.ifc', building]]);
  it.each([
    ['without a model', zip([['a.txt', 'x']]), 'zip_empty'],
    ['without entries', zip([]), 'zip_empty'],
    [
      'with two models',
      zip([
        ['a.ifc', building],
        ['b/c.ifc', building],
      ]),
      'zip_several',
    ],
    ['with a password', zip([['a.ifc', building]], { encrypted: true }), 'zip_encrypted'],
    ['truncated', whole.subarray(0, whole.length - 40), 'zip_damaged'],
    ['with a broken byte', Buffer.from(whole).fill(0xff, 400, 420), 'zip_damaged'],
    ['with a zip bomb', zip([['a.ifc', Buffer.alloc(30_000_000, 0x20)]]), 'zip_bomb'],
    ['with a model over the limit', zip([['a.ifc', Buffer.alloc(200_000_000, 0x20)]]), 'too_large'],
    ['with another file named like a model', zip([['a.ifc', 'hello']]), 'not_ifc'],
    ['with a truncated model', zip([['a.ifc', building.slice(0, 5000)]]), 'truncated'],
    ['inside another archive', zip([['a.ifc', whole]]), 'not_ifc'],
  ])('says of an archive %s: why it is refused', async (_, archive, reason) => {
    expect(await check(archive, reason === 'too_large' ? 2_000_000 : undefined)).toMatchObject({ ok: false, reason });
  });

  it('finds out from the listing of an archive whether it holds a model', async () => {
    const source = path.join(folder, 'listed.zip');
    const holds = async (content: Buffer | string): Promise<boolean> => {
      await writeFile(source, content);
      return holdsModel(source);
    };
    expect(await holds(whole)).toBe(true);
    expect(
      await holds(
        zip([
          ['a.ifc', 'x'],
          ['b.ifc', 'y'],
        ]),
      ),
    ).toBe(true);
    expect(
      await holds(
        zip([
          ['图纸/a.dwg', 'x'],
          ['ifc.txt', 'y'],
          ['__MACOSX/._a.ifc', 'z'],
        ]),
      ),
    ).toBe(false);
    expect(await holds('PK no archive at all, though long enough to be one')).toBe(false);
  });

  it('counts brackets within one statement, and not in texts or comments', async () => {
    const nested = (depth: number) => `${'('.repeat(depth)}0.${')'.repeat(depth)}`;
    const within = (line: string) => building.replace('ENDSEC;\nEND-ISO', `${line}\nENDSEC;\nEND-ISO`);
    expect(await check(within(`#900001=IFCCARTESIANPOINTLIST3D(${nested(199)},$);`))).toMatchObject({ ok: true });
    expect(await check(within(`#900001=IFCCARTESIANPOINTLIST3D(${nested(200)},$);`))).toMatchObject({
      reason: 'too_deep',
    });
    expect(await check(within(`/* it's ${'('.repeat(900)} */\n#900001=IFCLABEL('${'('.repeat(900)}');`))).toMatchObject(
      { ok: true },
    );
    expect(
      await check(within(Array.from({ length: 900 }, (_, n) => `#${900_000 + n}=IFCBROKEN((1;`).join('\n'))),
    ).toMatchObject({ ok: true });
  });

  it('refuses a header that never ends', async () => {
    const endless = `ISO-10303-21;HEADER;/*${' '.repeat(300_000)}`;
    expect(await check(`${endless}END-ISO-10303-21;`)).toMatchObject({ reason: 'not_ifc' });
  });

  it('converts GB18030 to UTF-8, to the last character', async () => {
    const text = writeSmallBuilding({ encoding: 'raw' });
    const checked = await check(encodeGb18030(text));
    expect(checked).toMatchObject({ ok: true, path: path.join(folder, UTF8_COPY), warnings: [{ code: 'transcoded' }] });
    expect(await readFile(path.join(folder, UTF8_COPY), 'utf8')).toBe(text);
  });

  it('leaves other encodings as they are, with a warning', async () => {
    const checked = await check(writeHostile('latin1_names'));
    expect(checked).toMatchObject({ ok: true, path: path.join(folder, 'source.ifc') });
    expect(checked.ok && checked.warnings).toEqual([{ code: 'unknown_encoding', detail: '' }]);
  });

  it('stops when it is aborted', async () => {
    const source = path.join(folder, 'source.ifc');
    await writeFile(source, writeSmallBuilding());
    await expect(preflight(source, folder, 1e9, AbortSignal.abort())).rejects.toThrow(/abort/i);
    expect(await readdir(folder)).toContain('source.ifc');
  });
});
