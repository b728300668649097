import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadAllTexts, startI18n } from '../../../../lib/i18n.ts';
import type { FileInfo } from '../../files.queries.ts';
import { FileModelLink, FileModelState } from './file-model.tsx';

const known = vi.hoisted(() => ({ model_id: null as number | null, versions: [] as object[] }));
vi.mock('../../files.queries.ts', () => ({ useModelOfFile: () => ({ data: known }) }));

const file = { id: 1, project_id: 3, type: 'ifc' } as FileInfo;
const show = (model_id: number | null, versions: object[]) => {
  Object.assign(known, { model_id, versions });
  render(
    <MemoryRouter>
      <FileModelState file={file} />
      <FileModelLink file={file} />
    </MemoryRouter>,
  );
  return screen.getByRole('link', { name: '查看模型' }).getAttribute('href');
};

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
afterEach(cleanup);

test('the drawer of an .ifc links to its model, not to the list of models', () => {
  const newest = { newest: true, status: 'parsed', reason_text: '' };
  expect(show(7, [newest])).toBe('/file/model/view?id=7&project_id=3');
  screen.getByText('这是模型文件，请在“模型”页查看');
});

test('a file without a model links to the list', () => {
  expect(show(null, [])).toBe('/file/model/index?project_id=3');
});

test('a failed model shows its reason, and the newest version counts', () => {
  show(7, [
    { newest: true, status: 'failed', reason_text: '文件不完整或已损坏' },
    { newest: false, status: 'parsed', reason_text: '' },
  ]);
  screen.getByText('模型解析失败：文件不完整或已损坏');
  expect(screen.queryByText('这是模型文件，请在“模型”页查看')).toBeNull();
});
