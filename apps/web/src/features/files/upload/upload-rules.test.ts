import { describe, expect, it } from 'vitest';
import type { UploadStatus } from '@prdm/contract/status';
import { controlsOf, isPending, nextToRun, percentOf, timeLeft, type UploadEntry } from './upload-rules.ts';

const entry = (id: number, status: UploadStatus, manualPauseds = false): UploadEntry => ({
  id,
  name: 'a',
  size: 10,
  current_catalog_pid: 1,
  catalogName: '',
  catalogPath: '',
  projectId: 1,
  relativePath: '',
  status,
  progress: 0,
  speed: 0,
  manualPauseds,
  error: '',
});

describe('the scheduler', () => {
  it('runs one at a time', () => {
    expect(nextToRun([entry(1, 'uploading'), entry(2, 'waiting')])).toBeNull();
  });
  it.each([
    ['the first that waits', [entry(1, 'success'), entry(2, 'waiting')], 2],
    ['one it paused itself', [entry(1, 'paused'), entry(2, 'waiting')], 1],
    ['not what a person paused', [entry(1, 'paused', true), entry(2, 'waiting')], 2],
    [
      'not what failed, is too large or cancelled',
      [entry(1, 'error'), entry(2, 'exceedSize'), entry(3, 'cancel'), entry(4, 'waiting')],
      4,
    ],
  ])('takes %s', (_what, entries, id) => {
    expect(nextToRun(entries)?.id).toBe(id);
  });
  it('rests when nothing is left', () => {
    expect(nextToRun([entry(1, 'success'), entry(2, 'paused', true)])).toBeNull();
  });
});

describe('an entry', () => {
  it.each([
    ['uploading', ['pause', 'cancel']],
    ['waiting', ['pause', 'cancel']],
    ['paused', ['resume', 'cancel']],
    ['error', ['retry', 'cancel']],
    ['success', ['remove']],
    ['exceedSize', ['remove']],
    ['cancel', ['remove']],
  ] as const)('%s can be %j', (status, controls) => {
    expect(controlsOf(entry(1, status))).toEqual(controls);
  });
  it.each([
    ['waiting', true],
    ['paused', true],
    ['uploading', true],
    ['error', false],
    ['success', false],
    ['exceedSize', false],
  ] as const)('%s keeps the page: %s', (status, pending) => {
    expect(isPending(entry(1, status))).toBe(pending);
  });
});

describe('figures', () => {
  it.each([
    [0, 100, 0],
    [999, 1000, 99],
    [1000, 1000, 99],
    [0, 0, 0],
  ])('%i of %i bytes are %i percent until the server confirms', (sent, size, percent) => {
    expect(percentOf(sent, size)).toBe(percent);
  });
  it('time left names its two largest units', () => {
    expect(timeLeft(3_700, 1)).toEqual([
      ['h', 1],
      ['m', 1],
    ]);
    expect(timeLeft(10, 0)).toEqual([]);
  });
});
