import { expect, it } from 'vitest';
import type { UploadStatus } from '@prdm/contract/status';
import { filesShown, folderState, isFolderLine, linesOf, placeInside } from './upload-lines.ts';
import { entryOf, type UploadEntry, type UploadItem } from './upload-rules.ts';

const TARGET = { pid: 12, name: '建筑', path: '滨江科技园 / 建筑', projectId: 3 };
const IN: Record<UploadStatus, Partial<UploadEntry>> = {
  waiting: {},
  uploading: { paused: false, progress: 40 },
  paused: { manualPauseds: true },
  success: { progress: 100 },
  error: { error: 'no' },
  exceedSize: { exceedSize: true },
  cancel: { manualCancel: true, progress: 40 },
};
let serial = 0;
function item(relativePath: string, status: UploadStatus = 'waiting', more: Partial<UploadItem> = {}): UploadItem {
  serial += 1;
  const name = relativePath.split('/').at(-1) ?? '';
  const made = entryOf({ file: { name, size: 100 }, relativePath: relativePath === name ? '' : relativePath }, TARGET);
  return { id: serial, batch: 1, projectId: 3, speed: 0, entry: { ...made, ...IN[status] }, ...more };
}
const shape = (items: readonly UploadItem[]) =>
  linesOf(items).map((line) => (isFolderLine(line) ? `${line.name}/ ${line.items.length}` : line.entry.name));

it('a chosen folder is one line at the place of its first file, files chosen alone are separate lines', () => {
  const items = [item('a.dwg'), item('图纸/b.dwg'), item('图纸/建筑/c.dwg'), item('d.dwg'), item('模型/e.ifc')];
  expect(shape(items)).toEqual(['a.dwg', '图纸/ 2', 'd.dwg', '模型/ 1']);
});

it('the same folder chosen again is another line', () => {
  expect(shape([item('图纸/a.dwg'), item('图纸/a.dwg', 'waiting', { batch: 2 })])).toEqual(['图纸/ 1', '图纸/ 1']);
});

it('a file shows its place inside the folder', () => {
  const placeOf = (path: string) => placeInside(item(path).entry);
  expect([placeOf('图纸/建筑/一层/c.dwg'), placeOf('图纸/b.dwg'), placeOf('a.dwg')]).toEqual(['建筑/一层', '', '']);
});

it.each<[UploadStatus[], UploadStatus]>([
  [['success', 'uploading', 'error', 'waiting'], 'uploading'],
  [['success', 'waiting', 'paused', 'error'], 'waiting'],
  [['success', 'paused', 'error'], 'paused'],
  [['success', 'error', 'exceedSize'], 'error'],
  [['success', 'exceedSize', 'cancel'], 'exceedSize'],
  [['success', 'cancel'], 'success'],
  [['cancel', 'cancel'], 'cancel'],
])('a folder of %j is %s', (statuses, expected) => {
  expect(folderState(statuses.map((status, n) => item(`图纸/${n}.dwg`, status))).status).toBe(expected);
});

it('its progress counts the bytes to send and is complete only when all of them are confirmed', () => {
  const of = (...statuses: UploadStatus[]) => folderState(statuses.map((status, n) => item(`图/${n}`, status)));
  expect(of('success', 'uploading', 'waiting')).toMatchObject({ size: 300, percent: 46, bytesLeft: 160, finished: 1 });
  expect(of('success', 'cancel', 'exceedSize')).toMatchObject({ size: 100, wanted: 1, percent: 100, tooLarge: 1 });
  const nearly = Array.from({ length: 500 }, (_, n) => item(`图/${n}`, n === 0 ? 'waiting' : 'success'));
  expect(folderState(nearly)).toMatchObject({ percent: 99, finished: 499, wanted: 500 });
});

it('an expanded folder shows pending files first, and the number of files left out', () => {
  const items = [item('图/a', 'success'), item('图/b', 'success'), item('图/c', 'uploading'), item('图/d')];
  const { shown, more } = filesShown(items, 3);
  expect([shown.map(({ entry }) => entry.name), more]).toEqual([['c', 'd', 'a'], 1]);
});
