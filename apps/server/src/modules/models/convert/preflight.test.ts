import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGb18030, writeHostile, writeSmallBuilding } from '../../../testing/ifc/index.ts';
import { ChineseCheck, Utf8Check } from './encoding.ts';
import { preflight, UTF8_COPY } from './preflight.ts';
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

  it('finds the schema behind blanks, and says where it stands', () => {
    const text = head('IFC4').replace('FILE_SCHEMA((', 'FILE_SCHEMA ( (\n ');
    const found = readHeader(text);
    expect(found).toMatchObject({ kind: 'schema', schema: 'IFC4' });
    if (found.kind === 'schema') expect(text.slice(found.at, found.at + found.length)).toBe('IFC4');
  });

  it('is not taken in by a schema in a comment or in a text', () => {
    const lures = "/* FILE_SCHEMA(('IFC2X3')); DATA; */\nFILE_NAME('it''s DATA; FILE_SCHEMA((''IFC2X3''))','');\n";
    expect(readHeader(head('IFC4', lures))).toMatchObject({ schema: 'IFC4' });
  });

  it('tells apart what is foreign, what has no schema and what is cut off', () => {
    expect(readHeader('DATA;')).toEqual({ kind: 'foreign' });
    expect(readHeader('ISO-10303-21;HEADER;ENDSEC;DATA;')).toEqual({ kind: 'no_schema' });
    expect(readHeader('ISO-10303-21;HEADER;FILE_NA')).toEqual({ kind: 'unfinished' });
    expect(readHeader("ISO-10303-21;HEADER;FILE_SCHEMA(('IFC")).toEqual({ kind: 'unfinished' });
  });

  it('knows the end of a file', () => {
    expect(hasEnd('ENDSEC;\nEND-ISO-10303-21 ;\r\n\r\n')).toBe(true);
    expect(hasEnd('ENDSEC;\nEND-ISO')).toBe(false);
  });
});

describe('the encoding', () => {
  it('is UTF-8 wherever the pieces are cut', () => {
    const bytes = Buffer.from('一层 ä € 😀 end');
    for (let cut = 0; cut <= bytes.length; cut++) {
      const utf8 = new Utf8Check();
      utf8.push(bytes.subarray(0, cut));
      utf8.push(bytes.subarray(cut));
      expect(utf8.end()).toBe(true);
    }
  });

  it('is not UTF-8 when a character is broken or cut off', () => {
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

  it('is Chinese for GB18030 and not for Latin-1, wherever the pieces are cut', () => {
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
  it('passes a good file, with its schema, size and hash', async () => {
    const text = writeSmallBuilding({ storeys: 1 });
    const checked = await check(text);
    expect(checked).toMatchObject({ ok: true, schema: 'IFC4', bytes: Buffer.byteLength(text), warnings: [] });
    expect(checked.ok && checked.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['zero', 'not_ifc'],
    ['text', 'not_ifc'],
    ['random', 'not_ifc'],
    ['zip_renamed', 'zip'],
    ['wrongschema', 'unsupported_schema'],
    ['header_only', 'truncated'],
    ['trunc_half', 'truncated'],
  ] as const)('says of %s: %s', async (kind, reason) => {
    expect(await check(writeHostile(kind))).toMatchObject({ ok: false, reason });
  });

  it('refuses a file over the limit and a gzip file', async () => {
    expect(await check(writeSmallBuilding({ storeys: 1 }), 1000)).toMatchObject({ reason: 'too_large' });
    expect(await check(Uint8Array.of(0x1f, 0x8b, 8, 0))).toMatchObject({ reason: 'zip' });
  });

  it('refuses a header that never ends', async () => {
    const endless = `ISO-10303-21;HEADER;/*${' '.repeat(300_000)}`;
    expect(await check(`${endless}END-ISO-10303-21;`)).toMatchObject({ reason: 'not_ifc' });
  });

  it('writes GB18030 again as UTF-8, to the last character', async () => {
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

  it('stops when it is told to', async () => {
    const source = path.join(folder, 'source.ifc');
    await writeFile(source, writeSmallBuilding());
    await expect(preflight(source, folder, 1e9, AbortSignal.abort())).rejects.toThrow(/abort/i);
    expect(await readdir(folder)).toContain('source.ifc');
  });
});
