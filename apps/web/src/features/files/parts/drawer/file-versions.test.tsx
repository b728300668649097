import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadAllTexts, startI18n, translate } from '../../../../lib/i18n.ts';
import type { FileInfo } from '../../files.queries.ts';
import { FileVersions } from './file-versions.tsx';

const TOTAL = 180;
const version = (no: number) => ({
  id: no,
  no,
  name: '总图.dwg',
  size: 1,
  sha256: '',
  restored_from: null,
  created_by: 1,
  creator: '陈伟',
  created_at: '2026-11-22 09:00:00',
  current: no === TOTAL,
});

vi.mock('../../files.queries.ts', () => ({
  useVersions: (_project: number, _file: number, all: boolean) => ({
    data: { total: TOTAL, list: Array.from({ length: all ? TOTAL : 50 }, (_, at) => version(TOTAL - at)) },
  }),
  useModelOfFile: (_project: number, _file: number, enabled: boolean) => ({
    data: enabled
      ? { model_id: 7, versions: [1, 180].map((no) => ({ version_id: 1000 + no, version_no: no })) }
      : undefined,
  }),
  useVersionRestore: () => ({ isPending: false, mutate: () => undefined }),
}));

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
afterEach(cleanup);

test('a file with many versions shows the number of older ones and lists them on request', async () => {
  const file = { id: 1, project_id: 1, version: 1, can: {} } as FileInfo;
  render(<FileVersions file={file} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(50);
  await userEvent.click(screen.getByRole('button', { name: translate('files.olderVersions', { count: 130 }) }));
  expect(screen.getAllByRole('listitem')).toHaveLength(TOTAL);
  expect(screen.queryByRole('button', { name: translate('files.olderVersions', { count: 0 }) })).toBeNull();
});

test('each version of an .ifc with a model links to that version of the model', () => {
  const file = { id: 1, project_id: 3, version: 1, type: 'ifc', can: {} } as FileInfo;
  render(
    <MemoryRouter>
      <FileVersions file={file} />
    </MemoryRouter>,
  );
  const links = screen.getAllByRole('link', { name: translate('files.openModelVersion', { n: 180 }) });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/file/model/view?id=7&project_id=3&version_id=1180',
  ]);
});
