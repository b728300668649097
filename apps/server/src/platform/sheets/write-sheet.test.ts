import Fastify from 'fastify';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { sendSheet } from './send-sheet.ts';
import { sheetName, writeSheet, type SheetColumn } from './write-sheet.ts';
import { listParts, unpack } from './zip-parts.ts';

interface Row {
  readonly value: string | number | boolean | Date | null;
}
const column = (title: string, kind?: SheetColumn<Row>['kind']): SheetColumn<Row> => ({
  title,
  value: ({ value }) => value,
  ...(kind ? { kind } : {}),
});

const written = (columns: readonly SheetColumn<Row>[], values: readonly Row['value'][], name = '岗位') =>
  writeSheet({ name, columns, rows: values.map((value) => ({ value })) });

/** The text of a part as it stands in the file. */
function rawPart(bytes: Uint8Array, name: string): string {
  const file = Buffer.from(bytes);
  const part = listParts(file).find((entry) => entry.name === name);
  if (!part) throw new Error(`the file has no ${name}`);
  return unpack(file, part, 10_000_000).toString('utf8');
}
const sheetXml = (bytes: Uint8Array): string => rawPart(bytes, 'xl/worksheets/sheet1.xml');
const rowsOf = async (bytes: Uint8Array) => (await readXlsx(bytes)).sheets[0]?.rows.slice(1).map(([value]) => value);
/** The format of a cell, through the styles of the file. */
async function formatOf(bytes: Uint8Array, cell: string): Promise<string | undefined> {
  const sheet = (await readXlsx(bytes, { readStyles: true })).sheets[0];
  return sheet?.cells?.get(cell)?.style?.numFmt;
}

describe('a written spreadsheet', () => {
  it('has bold and frozen titles, a filter on all columns and the widths', async () => {
    const columns = [{ ...column('名称'), width: 24 }, column('数量', 'number'), column('金额（元）', 'money')];
    const bytes = await writeSheet({ name: '岗位', columns, rows: [{ value: 1 }, { value: 2 }] });
    const xml = sheetXml(bytes);
    expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" state="frozen" activePane="bottomLeft"/>');
    expect(xml).toContain('<autoFilter ref="A1:C3"/>');
    expect([...xml.matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width))).toEqual([24, 8, 14]);
    const sheet = (await readXlsx(bytes, { readStyles: true })).sheets[0];
    expect(sheet?.name).toBe('岗位');
    expect(sheet?.rows[0]).toEqual(['名称', '数量', '金额（元）']);
    for (const at of [0, 1, 2]) expect(sheet?.cells?.get(`0,${at}`)?.style?.font?.bold).toBe(true);
    expect(sheet?.cells?.get('1,0')?.style?.font?.bold ?? false).toBe(false);
  });

  it.each([
    ['number', 1234.5, 1234.5, undefined],
    ['money', 1_234_567, 12_345.67, '#,##0.00'],
    ['money', '12345.67', 12_345.67, '#,##0.00'],
    ['money', '***', '***', '@'],
    ['percent', 12.5, 0.125, '0.00%'],
    ['day', '2026-02-28', new Date('2026-02-28T00:00:00Z'), 'yyyy-mm-dd'],
    ['day', new Date('2026-02-27T20:00:00Z'), new Date('2026-02-28T00:00:00Z'), 'yyyy-mm-dd'],
    ['moment', '2026-02-28 17:30:05', new Date('2026-02-28T17:30:05Z'), 'yyyy-mm-dd hh:mm:ss'],
    ['moment', new Date('2026-02-28T09:30:05.400Z'), new Date('2026-02-28T17:30:05Z'), 'yyyy-mm-dd hh:mm:ss'],
    ['day', '2026-02-31', '2026-02-31', '@'],
    ['text', 7, '7', '@'],
    ['text', '007', '007', '@'],
    ['text', true, true, '@'],
    ['number', null, null, undefined],
    ['number', Number.NaN, null, undefined],
  ] as const)('writes %s %s as %s', async (kind, value, expected, format) => {
    const bytes = await written([column('x', kind)], [value, value]);
    const [first] = (await rowsOf(bytes)) ?? [];
    if (expected instanceof Date) expect(Math.abs((first as Date).getTime() - expected.getTime())).toBeLessThan(2);
    else expect(first ?? null).toEqual(expected);
    if (typeof expected === 'number') expect(sheetXml(bytes)).toMatch(/<c r="A2"(?: s="\d+")?><v>/);
    if (format !== undefined) expect(await formatOf(bytes, '1,0')).toBe(format);
  });

  it('refuses an amount with a fraction of a fen', async () => {
    await expect(written([column('x', 'money')], [12.5])).rejects.toThrow('no whole fen');
  });

  const POISON = [
    '=1+1',
    '=HYPERLINK("http://x","y")',
    '+1',
    '-1+2',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    "'=1",
    '=cmd|calc!A0',
  ];
  it.each(['text', 'number', 'money', 'day'] as const)('runs no formula of a text in a %s column', async (kind) => {
    const bytes = await written([column('=title', kind)], POISON);
    // The reader sees the same text, and no cell is a formula or takes part in one after an edit.
    expect(await rowsOf(bytes)).toEqual(POISON);
    expect((await readXlsx(bytes)).sheets[0]?.rows[0]).toEqual(['=title']);
    const xml = sheetXml(bytes);
    expect(xml).not.toMatch(/<f[ >]/);
    expect([...xml.matchAll(/<c r="A\d+"[^>]*>/g)].every(([cell]) => cell.includes('t="s"'))).toBe(true);
    for (let row = 0; row <= POISON.length; row += 1) expect(await formatOf(bytes, `${row},0`)).toBe('@');
  });

  it('keeps texts that look like codes, XML and control characters, and cuts what no cell can hold', async () => {
    const texts = ['_x000D_', '_x005F_x000D_', '<b>&amp;"\'</b>', 'a\nb', '𠀀院', '  x  '];
    expect(await rowsOf(await written([column('x')], texts))).toEqual(texts);
    const [long] = (await rowsOf(await written([column('x')], ['长'.repeat(40_000)]))) ?? [];
    expect((long as string).length).toBe(32_767);
    expect(await rowsOf(await written([column('x')], ['half \ud800 sign']))).toEqual(['half \ufffd sign']);
  });

  it('may have no rows, and more columns than letters', async () => {
    const columns = Array.from({ length: 30 }, (_, at) => column(`c${at}`));
    const bytes = await writeSheet({ name: 'x', columns, rows: [] });
    expect(sheetXml(bytes)).toContain('<autoFilter ref="A1:AD1"/>');
    expect((await readXlsx(bytes)).sheets[0]?.rows).toHaveLength(1);
  });

  it('has 5,000 rows and 10 columns', async () => {
    const columns = Array.from({ length: 10 }, (_, at) => column(`c${at}`, at % 2 === 0 ? 'text' : 'number'));
    const bytes = await writeSheet({
      name: 'x',
      columns,
      rows: Array.from({ length: 5000 }, (_, at) => ({ value: at })),
    });
    expect((await readXlsx(bytes)).sheets[0]?.rows).toHaveLength(5001);
  });
});

describe('the name of a sheet', () => {
  it.each([
    ['岗位', '岗位'],
    ['a/b\\c*d?e[f]g:h', 'a_b_c_d_e_f_g_h'],
    ['x'.repeat(40), 'x'.repeat(31)],
    [`${'x'.repeat(30)}𠀀`, 'x'.repeat(30)],
    ["'quoted'", 'quoted'],
    ['', 'Sheet1'],
    ["  ''  ", 'Sheet1'],
    ['History', 'History_'],
    ['a\u0000b', 'a_b'],
  ])('%j becomes %j', (given, expected) => {
    expect(sheetName(given)).toBe(expected);
  });

  it('stands in the file', async () => {
    const name = (await readXlsx(await written([column('x')], [], '项目/任务: 2026?'))).sheets[0]?.name;
    expect(name).toBe('项目_任务_ 2026_');
  });
});

describe('a spreadsheet as a download', () => {
  it('has its type and its name in both forms', async () => {
    const app = Fastify();
    const bytes = await written([column('x')], ['y']);
    app.get('/x', async (request, reply) => sendSheet({ request, reply }, { fileName: '岗位 2026/07 "a"', bytes }));
    const { headers, rawPayload, statusCode } = await app.inject('/x');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(headers['content-disposition']).toBe(
      `attachment; filename="__ 2026_07 _a_.xlsx"; filename*=UTF-8''${encodeURIComponent('岗位 2026_07 _a_.xlsx')}`,
    );
    expect(await rowsOf(rawPayload)).toEqual(['y']);
    await app.close();
  });
});
