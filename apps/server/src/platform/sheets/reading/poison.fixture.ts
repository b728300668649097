import { crc32, deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';

/** Hostile and broken files for the tests of the reader. */

/** An archive with these parts. `claim` changes the unpacked size that the listing names. */
export function zipOf(parts: Readonly<Record<string, string | Buffer>>, claim?: number): Buffer {
  const locals: Buffer[] = [];
  const listing: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes, { level: 1 });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claim ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const central = Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), Buffer.from([20, 0]), fields, place]);
    listing.push(central, Buffer.from(name));
    locals.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(listing);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, list, end]);
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const TYPES = `<?xml version="1.0"?><Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`;
const relation = (type: string, target: string): string =>
  `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/${type}" Target="${target}"/></Relationships>`;

/** The parts of a workbook whose only sheet holds this XML between <worksheet> tags. */
export const workbookParts = (inside: string): Record<string, string> => ({
  '[Content_Types].xml': TYPES,
  '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
  'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
  'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet xmlns="${MAIN}">${inside}</worksheet>`,
});
export const workbook = (inside: string): Buffer => zipOf(workbookParts(inside));

const cell = (at: string, text: string): string => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
export const rowsXml = (count: number): string =>
  `<sheetData>${Array.from({ length: count }, (_, at) => `<row r="${at + 1}">${cell(`A${at + 1}`, `row ${at * 7919}`)}</row>`).join('')}</sheetData>`;

const xlsx = async (options: object): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets: [{ name: 'a', rows: [['x'], ['y']] }], ...options }));

/** Each file with the problems that may be its end. */
export const POISON: readonly (readonly [
  what: string,
  file: () => Buffer | Promise<Buffer>,
  ends: readonly string[],
])[] = [
  ['no bytes', () => Buffer.alloc(0), ['empty']],
  ['only blank lines', () => Buffer.from('\n ,,\n\n'), ['empty']],
  ['an empty workbook', () => workbook('<sheetData/>'), ['empty']],
  ['a zip bomb', () => zipOf({ ...workbookParts(''), 'xl/x.xml': Buffer.alloc(100_000_000, 32) }), ['bomb']],
  [
    'a zip bomb whose listing names a small size',
    () => zipOf({ ...workbookParts(''), 'xl/x.xml': Buffer.alloc(100_000_000, 32) }, 10),
    ['bomb'],
  ],
  [
    'an archive of 3,000 parts',
    () =>
      zipOf({ ...workbookParts(''), ...Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`p${n}`, 'x'])) }),
    ['bomb'],
  ],
  ['6,000 rows', () => workbook(rowsXml(6000)), ['too_many_rows']],
  ['a csv file of a million rows', () => Buffer.from('a,b\n'.repeat(1_000_000)), ['too_many_rows']],
  [
    'a cell in the last row and column',
    () => workbook(`<sheetData><row r="1048576">${cell('XFD1048576', 'x')}</row></sheetData>`),
    ['too_many_columns', 'damaged'],
  ],
  [
    'a million empty columns',
    () => workbook(`<sheetData><row r="1">${'<c/>'.repeat(1_000_000)}</row></sheetData>`),
    ['empty', 'damaged', 'too_many_columns'],
  ],
  [
    'a million columns with spaces',
    () =>
      workbook(`<sheetData><row r="1">${'<c t="inlineStr"><is><t> </t></is></c>'.repeat(1_000_000)}</row></sheetData>`),
    ['empty', 'damaged', 'too_many_columns', 'bomb'],
  ],
  [
    'a csv file of a million empty columns',
    () => Buffer.from(`${','.repeat(1_000_000)}\n`.repeat(10)),
    ['too_many_columns'],
  ],
  [
    'formulas that would grow',
    () => workbook(rowsXml(4000).replaceAll('</c>', `</c><c><f>${'REPT(A1,32767)&amp;'.repeat(100)}"x"</f></c>`)),
    ['ok', 'damaged'],
  ],
  ['deep XML', () => workbook('<a>'.repeat(1_000_000)), ['damaged', 'empty']],
  [
    'deep XML in a cell',
    () => workbook(`<sheetData><row r="1"><c r="A1" t="inlineStr"><is>${'<r>'.repeat(500_000)}`),
    ['damaged', 'empty'],
  ],
  [
    'XML with entities that expand',
    () => {
      const names = Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');
      const xml = `<!DOCTYPE x [<!ENTITY e0 "x">${names}]><worksheet xmlns="${MAIN}"><sheetData><row r="1">${cell('A1', '&e20;')}</row></sheetData></worksheet>`;
      return zipOf({ ...workbookParts(''), 'xl/worksheets/sheet1.xml': xml });
    },
    ['ok', 'damaged', 'empty'],
  ],
  ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), ['charset', 'not_a_sheet']],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n'), ['not_a_sheet']],
  ['a web page', () => Buffer.from('<html><table><tr><td>x</td></tr></table></html>'), ['not_a_sheet']],
  ['JSON', () => Buffer.from('{"a": [1, 2]}'), ['not_a_sheet']],
  ['a text document', () => zipOf({ '[Content_Types].xml': TYPES, 'word/document.xml': '<w/>' }), ['not_a_sheet']],
  ['an open document', () => zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }), ['not_a_sheet']],
  ['a workbook with a password', () => xlsx({ encryption: { password: 'x', spinCount: 1000 } }), ['encrypted']],
  ['a workbook with macros', () => xlsx({ vbaProject: new Uint8Array([1, 2, 3]) }), ['macros']],
  ['an old workbook', () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(2048, '0'), 'hex'), ['old_format']],
  ['a workbook that was cut', async () => (await xlsx({})).subarray(0, 900), ['damaged']],
  ['a workbook with a broken sheet', () => workbook('<sheetData><row r="1"><c r="A1'), ['damaged', 'empty']],
  [
    'a workbook without its sheet',
    () => {
      const { 'xl/worksheets/sheet1.xml': _sheet, ...rest } = workbookParts('');
      return zipOf(rest);
    },
    ['damaged', 'empty'],
  ],
  ['bytes of no charset', () => Buffer.from([0x61, 0xff, 0xff, 0x0a]), ['charset']],
  ['text that is no table of limits', () => Buffer.from('x'.repeat(200).split('').join(',')), ['too_many_columns']],
];
