import { describe, expect, it } from 'vitest';
import { entryType, extOf, fileKind, nameProblem, tidyName } from '../src/kit/file-names.ts';

const both = (ext: string): string[] => [ext, ext.toUpperCase(), `.${ext}`];
const kinds = (...exts: string[]) => new Set(exts.flatMap(both).map(fileKind));

describe('fileKind', () => {
  it('[LI-007] knows the images', () => {
    expect(kinds('gif', 'jpg', 'jpeg', 'png', 'bmp', 'webp')).toEqual(new Set(['image']));
  });

  it('[LI-008] knows the documents', () => {
    expect(kinds('txt')).toEqual(new Set(['txt']));
    expect(kinds('pdf')).toEqual(new Set(['pdf']));
    expect(kinds('zip', 'rar')).toEqual(new Set(['archive']));
    expect(kinds('doc', 'docx', 'wps')).toEqual(new Set(['word']));
    expect(kinds('xls', 'xlsx', 'numbers', 'csv')).toEqual(new Set(['sheet']));
    expect(kinds('ppt', 'pptx', 'keynote')).toEqual(new Set(['slides']));
  });

  it('[LI-009] knows models and folders, and everything else as unknown', () => {
    expect(kinds('ubc')).toEqual(new Set(['ubc']));
    expect(kinds('ifc')).toEqual(new Set(['ifc']));
    expect(entryType('file', 'a.ubc')).toBe('ubc');
    expect(entryType('file', 'a.IFC')).toBe('ifc');
    expect(entryType('folder', 'a.ifc')).toBe('folder');
    expect(entryType('file', 'a.xyz')).toBe('unknown');
    expect(kinds('dwg', 'xyz', 'svg', 'html', '', 'constructor')).toEqual(new Set(['unknown']));
  });
});

describe('extOf', () => {
  it.each([
    ['图.DWG', 'dwg'],
    ['a.tar.gz', 'gz'],
    ['无后缀', ''],
    ['.gitignore', ''],
    ['a.', ''],
  ])('%s', (name, ext) => {
    expect(extOf(name)).toBe(ext);
  });
});

describe('names', () => {
  it('are normalised to one form', () => {
    expect(tidyName('  e\u0301.dwg ')).toBe('\u00e9.dwg');
  });

  it.each([
    ['', 'validation.required'],
    ['a\u0000b', 'files.nameControl'],
    ['a\nb', 'files.nameControl'],
    ['a\u2028b', 'files.nameControl'],
    ['a\ud800b', 'files.nameControl'],
    ['gnp\u202eexe', 'files.nameDirection'],
    ['a\u2066b', 'files.nameDirection'],
    ['a/b', 'files.nameSlash'],
    ['a\\b', 'files.nameSlash'],
    ['.', 'files.nameDots'],
    ['..', 'files.nameDots'],
    ['汉'.repeat(86), 'files.nameTooLong'],
    ['\u200b', 'validation.invisible'],
    ['\u0301', 'validation.invisible'],
    ['CON', 'validation.reservedName'],
    ['nul.txt', 'validation.reservedName'],
    ['Com1.tar.gz', 'validation.reservedName'],
    ['lpt\u00b9', 'validation.reservedName'],
    ['aux .dwg', 'validation.reservedName'],
  ])('%j is refused', (name, problem) => {
    expect(nameProblem(name)).toBe(problem);
  });

  it.each([
    '图 (1).dwg',
    '汉'.repeat(85),
    '...',
    'a:b*c?"<>|',
    '👷🏽‍♀️.txt',
    '𠮷野家',
    'مخطط.dwg',
    'CONTRACT.pdf',
    'com10',
    'null.txt',
    'a.con',
  ])('%j is fine', (name) => {
    expect(nameProblem(name)).toBeNull();
  });
});
