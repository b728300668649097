import { beforeAll, describe, expect, it } from 'vitest';
import { UPLOAD_STATUS, type UploadStatus } from '@prdm/contract/status';
import { setLanguage, startI18n, loadAllTexts, translate } from '../../../lib/i18n.ts';
import {
  controlsOf,
  entryOf,
  isPending,
  nextToRun,
  outcomeOf,
  percentOf,
  statusOf,
  timeLeft,
  type UploadEntry,
  type UploadItem,
} from './upload-rules.ts';
import { paceText } from './upload-text.ts';

const TARGET = { pid: 12, name: '建筑', path: '滨江科技园 / 建筑', projectId: 3 };
const queued = (size = 10): UploadEntry => entryOf({ file: { name: 'a.dwg', size }, relativePath: '' }, TARGET);

const IN: Record<UploadStatus, Partial<UploadEntry>> = {
  waiting: {},
  uploading: { paused: false, progress: 40 },
  paused: { manualPauseds: true },
  success: { progress: 100 },
  error: { error: 'no' },
  exceedSize: { exceedSize: true },
  cancel: { manualCancel: true, progress: 40 },
};
const entry = (status: UploadStatus, more: Partial<UploadEntry> = {}): UploadEntry => ({
  ...queued(),
  ...IN[status],
  ...more,
});
const item = (id: number, status: UploadStatus, more: Partial<UploadEntry> = {}): UploadItem => ({
  id,
  batch: 1,
  projectId: 3,
  speed: 0,
  entry: entry(status, more),
});

it.each([
  ['uploading', ['success', 'uploading']],
  ['uploading', ['error', 'waiting']],
  ['uploading', ['error', 'paused']],
  ['finished', ['success', 'success']],
  ['finished', ['success', 'cancel']],
  ['partly', ['success', 'error']],
  ['partly', ['success', 'exceedSize', 'cancel']],
  ['failed', ['error']],
  ['failed', ['exceedSize', 'cancel']],
  ['cancelled', ['cancel', 'cancel']],
] as const)('the head of the panel says "%s" of %j', (outcome, statuses) => {
  expect(outcomeOf(statuses.map((status, id) => item(id, status)))).toBe(outcome);
});

describe('an entry', () => {
  it('[UP-005] of a queued file has exactly the 14 fields', () => {
    const made = entryOf({ file: { name: '平面.dwg', size: 7 }, relativePath: '图纸/建筑/平面.dwg' }, TARGET);
    expect(made).toStrictEqual({
      name: '平面.dwg',
      size: 7,
      catalogName: '建筑',
      catalogPath: '滨江科技园 / 建筑',
      current_catalog_pid: 12,
      isFolder: true,
      path: '图纸/建筑',
      relativePath: '图纸/建筑/平面.dwg',
      exceedSize: false,
      manualPauseds: false,
      manualCancel: false,
      progress: 0,
      paused: true,
      error: '',
    });
    expect(queued()).toMatchObject({ isFolder: false, path: '', relativePath: '' });
  });

  it.each([
    ['waits', {}, 'waiting'],
    ['is being sent', { paused: false }, 'uploading'],
    ['is being sent, all of it, unconfirmed', { paused: false, progress: 99 }, 'uploading'],
    ['was stopped by the person before it began', { manualPauseds: true }, 'paused'],
    ['was stopped by the scheduler', { progress: 40 }, 'paused'],
    ['was confirmed', { progress: 100 }, 'success'],
    ['failed', { error: 'no', progress: 40 }, 'error'],
    ['is too large', { exceedSize: true }, 'exceedSize'],
    ['was cancelled while being sent', { manualCancel: true, paused: false, progress: 40 }, 'cancel'],
    ['was cancelled after it failed', { manualCancel: true, error: 'no' }, 'cancel'],
  ] as const)('[UP-007] that %s (%j) is "%s", one of the seven', (_what, values, status) => {
    expect(statusOf({ ...queued(), ...values })).toBe(status);
    expect(UPLOAD_STATUS).toStrictEqual(['success', 'error', 'uploading', 'paused', 'exceedSize', 'cancel', 'waiting']);
  });

  it('[UP-019] 5368709120 bytes are accepted, one more exceeds the size', () => {
    expect(statusOf(queued(5_368_709_120))).toBe('waiting');
    expect(statusOf(queued(5_368_709_121))).toBe('exceedSize');
  });

  it.each([
    ['uploading', ['pause', 'cancel']],
    ['waiting', ['pause', 'cancel']],
    ['paused', ['resume', 'cancel']],
    ['error', ['retry', 'cancel']],
    ['success', ['remove']],
    ['exceedSize', ['remove']],
    ['cancel', ['remove']],
  ] as const)('%s can be %j', (status, controls) => {
    expect(controlsOf(status)).toEqual(controls);
  });

  it.each([
    ['waiting', true],
    ['paused', true],
    ['uploading', true],
    ['error', false],
    ['success', false],
    ['exceedSize', false],
    ['cancel', false],
  ] as const)('%s keeps the page: %s', (status, pending) => {
    expect(isPending(entry(status))).toBe(pending);
  });
});

describe('the next to run', () => {
  it('is none while another one runs', () => {
    expect(nextToRun([item(1, 'uploading'), item(2, 'waiting')])).toBeNull();
  });
  it.each([
    ['the first that waits', [item(1, 'success'), item(2, 'waiting')], 2],
    ['one the scheduler paused', [item(1, 'waiting', { progress: 40 }), item(2, 'waiting')], 1],
    ['not what a person paused', [item(1, 'paused'), item(2, 'waiting')], 2],
    [
      'not what failed, is too large or cancelled',
      [item(1, 'error'), item(2, 'exceedSize'), item(3, 'cancel'), item(4, 'waiting')],
      4,
    ],
  ])('is %s', (_what, items, id) => {
    expect(nextToRun(items)?.id).toBe(id);
  });
  it('is none when the queue is empty', () => {
    expect(nextToRun([item(1, 'success'), item(2, 'paused')])).toBeNull();
  });
});

describe('figures', () => {
  beforeAll(async () => {
    await startI18n();
    await loadAllTexts();
  });

  it.each([
    [456, 1000, 45],
    [0, 100, 0],
    [999, 1000, 99],
    [1000, 1000, 99],
    [0, 0, 0],
  ])('%i of %i bytes are %i percent until the server confirms', (sent, size, percent) => {
    expect(percentOf(sent, size)).toBe(percent);
  });

  it('[UP-022] progress is whole percent, time left in years to seconds, speed a size per second', async () => {
    expect(percentOf(0.456 * 1e9, 1e9)).toBe(45);
    expect(timeLeft(90_061, 1)).toEqual([
      ['d', 1],
      ['h', 1],
      ['m', 1],
      ['s', 1],
    ]);
    expect(timeLeft(31_536_000 + 86_400, 1)).toEqual([
      ['y', 1],
      ['d', 1],
    ]);
    expect(paceText(translate, 90_061 * 2_097_152, 2_097_152)).toBe('2 MB/秒 · 1天 1小时 1分 1秒');
    await setLanguage('en');
    expect(paceText(translate, 90_061 * 2_097_152, 2_097_152)).toBe('2 MB/s · 1 d 1 h 1 min 1 s');
    expect(paceText(translate, 31_536_000, 1)).toBe('1 B/s · 1 y');
    expect(paceText(translate, 10, 0)).toBe('');
  });
});
