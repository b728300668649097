import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadAllTexts, startI18n, translate } from '../../../lib/i18n.ts';
import type { FileInfo } from '../files.queries.ts';
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

vi.mock('../files.queries.ts', () => ({
  useVersions: (_project: number, _file: number, all: boolean) => ({
    data: { total: TOTAL, list: Array.from({ length: all ? TOTAL : 50 }, (_, at) => version(TOTAL - at)) },
  }),
  useVersionRestore: () => ({ isPending: false, mutate: () => undefined }),
}));

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
afterEach(cleanup);

test('a file with many versions says how many older ones there are, and shows them when asked', async () => {
  const file = { id: 1, project_id: 1, version: 1, can: {} } as FileInfo;
  render(<FileVersions file={file} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(50);
  await userEvent.click(screen.getByRole('button', { name: translate('files.olderVersions', { count: 130 }) }));
  expect(screen.getAllByRole('listitem')).toHaveLength(TOTAL);
  expect(screen.queryByRole('button', { name: translate('files.olderVersions', { count: 0 }) })).toBeNull();
});
