import { describe, expect, it } from 'vitest';
import { POISON, workbook, zipOf, workbookParts } from './poison.fixture.ts';
import { readSafely } from './read-rows.ts';
import { readSheet } from './read-sheet.ts';
import { writeSheet } from '../write-sheet.ts';

const csv = (text: string): Buffer => Buffer.from(text);
const rowsOf = async (bytes: Uint8Array) => {
  const reading = await readSheet(bytes);
  if (!reading.ok) throw new Error(`${reading.problem}: ${reading.detail}`);
  return reading.rows;
};

describe('a hostile or broken file', () => {
  it.each(POISON)('%s ends with its reason', async (_what, file, ends) => {
    const reading = await readSafely(await file(), 5010);
    expect(ends).toContain(reading.ok ? 'ok' : reading.problem);
  });

  it.each(POISON.filter(([what]) => /bomb whose|million|would grow|deep XML in/.test(what)))(
    '%s ends with its reason in the reading process',
    async (_what, file, ends) => {
      const reading = await readSheet(await file());
      expect(ends).toContain(reading.ok ? 'ok' : reading.problem);
    },
  );

  it('that takes too long or too much memory is stopped, and the next file is read', async () => {
    const slow = csv('a,b,c\n'.repeat(400_000));
    expect(await readSheet(slow, { timeoutMs: 1 })).toMatchObject({ ok: false, problem: 'timeout' });
    expect(await readSheet(slow, { rssMb: 40 })).toMatchObject({ ok: false, problem: 'memory' });
    expect(await rowsOf(csv('a,b'))).toEqual([{ line: 1, cells: ['a', 'b'] }]);
  });
});

describe('a file is read', () => {
  const day = { title: '日期', kind: 'day', value: (row: (typeof rows)[number]) => row.day } as const;
  const rows = [
    { day: '2026-10-01', name: '国庆节', at: new Date('2026-10-01T01:02:03Z'), n: 1.5 },
    { day: '2026-10-02', name: '=1+1', at: null, n: null },
  ];
  it('from xlsx with days, times, figures and texts, and with the numbers of its lines', async () => {
    const bytes = await writeSheet({
      name: 'x',
      columns: [
        day,
        { title: '名称', value: ({ name }) => name },
        { title: '时间', kind: 'moment', value: ({ at }) => at },
        { title: '数', kind: 'number', value: ({ n }) => n },
      ],
      rows,
    });
    expect(await rowsOf(bytes)).toEqual([
      { line: 1, cells: ['日期', '名称', '时间', '数'] },
      { line: 2, cells: ['2026-10-01', '国庆节', '2026-10-01 09:02:03', 1.5] },
      { line: 3, cells: ['2026-10-02', '=1+1'] },
    ]);
  });

  it('without blank rows, and the lines keep their numbers', async () => {
    const cell = (at: string) => `<c r="${at}" t="inlineStr"><is><t>x</t></is></c>`;
    const sheet = workbook(`<sheetData><row r="3">${cell('B3')}</row><row r="9">${cell('A9')}</row></sheetData>`);
    expect(await rowsOf(sheet)).toEqual([
      { line: 3, cells: [null, 'x'] },
      { line: 9, cells: ['x'] },
    ]);
    expect(await rowsOf(csv('a\r\n\r\n ,\r\nb'))).toEqual([
      { line: 1, cells: ['a'] },
      { line: 4, cells: ['b'] },
    ]);
  });

  it('from the first sheet that is shown', async () => {
    const parts = workbookParts('<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>');
    const hidden = parts['xl/workbook.xml']?.replace(
      '<sheet name',
      '<sheet state="hidden" name="h" sheetId="2" r:id="rId9"/><sheet name',
    );
    const rels = parts['xl/_rels/workbook.xml.rels']?.replace(
      '<Relationship ',
      '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet2.xml"/><Relationship ',
    );
    const two = zipOf({
      ...parts,
      'xl/workbook.xml': hidden ?? '',
      'xl/_rels/workbook.xml.rels': rels ?? '',
      'xl/worksheets/sheet2.xml': parts['xl/worksheets/sheet1.xml']?.replace('<v>1', '<v>2') ?? '',
    });
    expect(await rowsOf(two)).toEqual([{ line: 1, cells: [1] }]);
  });

  it.each([
    ['UTF-8', csv('日期,名称\n"a, b","say ""x"""')],
    ['UTF-8 with its mark', csv('\ufeff日期,名称\n"a, b","say ""x"""')],
    ['UTF-16', Buffer.from('\ufeff日期,名称\n"a, b","say ""x"""', 'utf16le')],
    ['GBK', Buffer.concat([Buffer.from('c8d5c6da2cc3fbb3c6', 'hex'), csv('\n"a, b","say ""x"""')])],
    ['semicolons', csv('日期;名称\n"a, b";"say ""x"""')],
    ['tabs', csv('日期\t名称\n"a, b"\t"say ""x"""')],
  ])('from csv as %s', async (_what, bytes) => {
    expect((await rowsOf(bytes)).map(({ cells }) => cells)).toEqual([
      ['日期', '名称'],
      ['a, b', 'say "x"'],
    ]);
  });
});
