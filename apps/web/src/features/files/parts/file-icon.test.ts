import { FILE_TYPES, entryType } from '@prdm/contract/kit/file-names';
import { expect, test } from 'vitest';
import { ICON_NAMES } from '../../../ui/look/icon.tsx';
import { fileIcon } from './file-icon.ts';

const iconOf = (name: string) => fileIcon({ name, type: entryType('file', name) });

test('files of different kinds have different icons, and every kind has one', () => {
  const one = [
    '总图.pdf',
    '效果图.png',
    '平面.DWG',
    '说明.docx',
    '清单.xlsx',
    '汇报.pptx',
    '归档.zip',
    '主楼.ifc',
    '无后缀',
  ];
  expect(new Set(one.map(iconOf)).size).toBe(one.length);
  for (const type of FILE_TYPES) expect(ICON_NAMES).toContain(fileIcon({ name: 'x', type }));
});

test('extensions of the trade without a kind of their own have their own icons', () => {
  expect(['a.dwg', 'a.dxf'].map(iconOf)).toEqual(['fileDrawing', 'fileDrawing']);
  expect(['a.rvt', 'a.skp'].map(iconOf)).toEqual(['model', 'model']);
  expect(iconOf('a.constructor')).toBe('file');
});
