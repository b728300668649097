import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '@prdm/contract/limits';
import type { Listener } from './upload-driver.ts';
import {
  addUploads,
  asksOnLeave,
  cancelUploads,
  closeUploads,
  goOnWhenOnline,
  leaveConfirmed,
  pageOpened,
  pauseUploads,
  resumeUploads,
  removeUploads,
  toggleUploads,
  useUploads,
} from './upload-queue.ts';
import { isFolderLine, linesOf } from './upload-lines.ts';
import { countOf, statusOf } from './upload-rules.ts';

/** A sending that the test controls: it starts, pauses, resumes and ends each one by name. */
interface Sending extends Listener {
  readonly name: string;
  readonly did: string[];
}
const sendings: Sending[] = [];
vi.mock('./upload-driver.ts', () => ({
  startUpload: (file: File, _entry: unknown, listener: Listener) => {
    const did = ['start'];
    sendings.push({ ...listener, name: file.name, did });
    return {
      pause: () => void did.push('pause'),
      resume: () => void did.push('resume'),
      cancel: () => void did.push('cancel'),
    };
  },
}));

const TARGET = { pid: 12, name: '建筑', path: '建筑', projectId: 3 };
function file(name: string, size = 10): File {
  return Object.defineProperty(new File([], name), 'size', { value: size });
}
const add = (...files: File[]) =>
  addUploads(
    files.map((one) => ({ file: one, relativePath: '' })),
    TARGET,
  );
const sending = (name: string): Sending => {
  const found = sendings.findLast((one) => one.name === name);
  if (!found) throw new Error(`${name} was never begun`);
  return found;
};
const idOf = (name: string): number => useUploads.getState().items.find(({ entry }) => entry.name === name)?.id ?? 0;
const states = (): string => {
  const { items } = useUploads.getState();
  return items.map(({ entry }) => `${entry.name} ${statusOf(entry)}`).join(', ');
};
const finished = (): number => countOf(useUploads.getState().items, 'success');

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  closeUploads();
  sendings.length = 0;
  vi.useRealTimers();
});

it('[UP-009] one upload runs at a time; at its end the next one within the size limit starts, an oversized one never does', () => {
  add(file('a'), file('b', LIMITS.uploadBytes + 1), file('c'));
  expect(states()).toBe('a uploading, b exceedSize, c waiting');
  sending('a').onDone(1);
  expect(states()).toBe('a success, b exceedSize, c uploading');
  sending('c').onDone(1);
  vi.advanceTimersByTime(60_000);
  expect(states()).toBe('a success, b exceedSize, c success');
  expect(sendings.map(({ name }) => name)).toEqual(['a', 'c']);
});

it('[UP-009] resuming one by hand pauses the running one, which continues afterwards', () => {
  add(file('a'), file('b'));
  sending('a').onProgress(4);
  resumeUploads([idOf('b')]);
  expect(states()).toBe('a paused, b uploading');
  expect(sending('a').did).toEqual(['start', 'pause']);
  sending('b').onDone(1);
  expect(states()).toBe('a uploading, b success');
  expect(sending('a').did).toEqual(['start', 'pause', 'resume']);
});

it('the scheduler does not resume an upload paused by the user', () => {
  add(file('a'), file('b'));
  pauseUploads([idOf('a')]);
  vi.advanceTimersByTime(60_000);
  sending('b').onDone(1);
  vi.advanceTimersByTime(60_000);
  expect(states()).toBe('a paused, b success');
});

it('[UP-010] the finished count is 1 after the first and 2 after the second', () => {
  add(file('a'), file('b'));
  expect(finished()).toBe(0);
  sending('a').onProgress(10);
  expect(finished()).toBe(0);
  sending('a').onDone(1);
  expect(finished()).toBe(1);
  sending('b').onDone(1);
  expect(finished()).toBe(2);
});

it('[UP-011] closing cancels every unfinished file and resets the flag', () => {
  add(file('a'), file('b'), file('c'), file('d'));
  sending('a').onDone(1);
  sending('b').onError({ message: 'no', unheard: false });
  vi.advanceTimersByTime(1800);
  expect(asksOnLeave()).toBe(true);
  closeUploads();
  expect(useUploads.getState()).toEqual({
    items: [],
    isOpen: false,
    isCollapsed: false,
    tidiesItself: true,
    asksOnLeave: false,
  });
  expect([sending('a').did, sending('b').did, sending('c').did]).toEqual([
    ['start'],
    ['start', 'cancel'],
    ['start', 'cancel'],
  ]);
  vi.advanceTimersByTime(60_000);
  expect(sendings.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});

it('after a confirmed leaving there is no question until files are added', () => {
  add(file('a'));
  leaveConfirmed();
  expect(asksOnLeave()).toBe(false);
  add(file('b'));
  expect(asksOnLeave()).toBe(true);
});

const startsAfter = (name: string, ms: number): void => {
  const begun = () => sendings.filter((one) => one.name === name).length;
  const before = begun();
  vi.advanceTimersByTime(ms - 1);
  expect(begun(), `${name} before ${ms} ms`).toBe(before);
  vi.advanceTimersByTime(1);
  expect(begun(), `${name} after ${ms} ms`).toBe(before + 1);
};

it('[UP-021] the next upload starts 1800 ms after a failure, 1000 ms after a stop by the user, and lost ones 2000 ms after reconnecting', () => {
  const stop = goOnWhenOnline();
  add(file('a'), file('b'), file('c'), file('d'));
  sending('a').onError({ message: 'no', unheard: true });
  startsAfter('b', 1800);
  pauseUploads([idOf('b')]);
  startsAfter('c', 1000);
  cancelUploads([idOf('c')]);
  startsAfter('d', 1000);
  sending('d').onDone(1);
  window.dispatchEvent(new Event('online'));
  expect(states()).toBe('a error, b paused, c cancel, d success');
  startsAfter('a', 2000);
  stop();
});

it('an upload that the server refused is not retried automatically', () => {
  const stop = goOnWhenOnline();
  add(file('a'));
  sending('a').onError({ message: 'no', unheard: false });
  window.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(60_000);
  expect(states()).toBe('a error');
  resumeUploads([idOf('a')]);
  expect(states()).toBe('a uploading');
  expect(sendings).toHaveLength(2);
  stop();
});

it('an upload cancelled after it was complete shows as complete', () => {
  add(file('a'));
  sending('a').onProgress(10);
  cancelUploads([idOf('a')]);
  expect(states()).toBe('a cancel');
  sending('a').onTooLate();
  expect(states()).toBe('a success');
  closeUploads();
  sending('a').onTooLate();
  expect(states()).toBe('');
});

it('a late progress event does not restart a stopped upload', () => {
  add(file('a'));
  sending('a').onProgress(5);
  pauseUploads([idOf('a')]);
  sending('a').onProgress(9);
  const [only] = useUploads.getState().items;
  expect(only).toMatchObject({ speed: 0, entry: { progress: 50, paused: true } });
});

describe('a chosen folder', () => {
  const inFolder = (...names: string[]) =>
    addUploads(
      names.map((name) => ({ file: file(name), relativePath: `图纸/${name}` })),
      TARGET,
    );
  const folderIds = (): number[] => {
    const folder = linesOf(useUploads.getState().items).find(isFolderLine);
    return folder?.items.map(({ id }) => id) ?? [];
  };

  it('is paused as a whole while others continue, and resumes as a whole', () => {
    inFolder('a', 'b', 'c');
    add(file('x'), file('y'));
    sending('a').onDone(1);
    pauseUploads(folderIds());
    expect(states()).toBe('a success, b paused, c paused, x waiting, y waiting');
    expect(sending('b').did).toEqual(['start', 'pause']);
    vi.advanceTimersByTime(1000);
    expect(states()).toBe('a success, b paused, c paused, x uploading, y waiting');
    resumeUploads(folderIds());
    expect(states()).toBe('a success, b uploading, c waiting, x waiting, y waiting');
    sending('b').onDone(1);
    expect(states()).toBe('a success, b success, c uploading, x waiting, y waiting');
  });

  it('is cancelled as a whole: complete files stay, the rest is not started', () => {
    inFolder('a', 'b', 'c');
    sending('a').onDone(1);
    cancelUploads(folderIds());
    vi.advanceTimersByTime(60_000);
    expect(states()).toBe('a success, b cancel, c cancel');
    expect(sending('b').did).toEqual(['start', 'cancel']);
    expect(sendings.map(({ name }) => name)).toEqual(['a', 'b']);
    removeUploads(folderIds());
    expect(useUploads.getState().items).toEqual([]);
  });

  it('retries only its failed files', () => {
    inFolder('a', 'b');
    sending('a').onError({ message: 'no', unheard: false });
    vi.advanceTimersByTime(1800);
    sending('b').onDone(1);
    expect(states()).toBe('a error, b success');
    resumeUploads(folderIds());
    expect(states()).toBe('a uploading, b success');
    expect(sendings.map(({ name }) => name)).toEqual(['a', 'b', 'a']);
  });
});

describe('another page', () => {
  const look = () => {
    const { isOpen, isCollapsed } = useUploads.getState();
    return isOpen ? (isCollapsed ? 'small' : 'wide') : 'gone';
  };

  it('collapses the panel, which closes on the next page when all is complete, and stays after a failure', () => {
    add(file('a'), file('b'));
    pageOpened(true);
    expect(look()).toBe('wide');
    pageOpened(false);
    expect(look()).toBe('small');
    sending('a').onDone(1);
    pageOpened(false);
    expect(look()).toBe('small');
    sending('b').onError({ message: 'no', unheard: false });
    pageOpened(false);
    expect(look()).toBe('small');
    resumeUploads([idOf('b')]);
    sending('b').onDone(1);
    expect(look()).toBe('small');
    pageOpened(true);
    expect(look()).toBe('gone');
  });

  it('does not close a panel that the user just opened', () => {
    add(file('a'));
    pageOpened(false);
    sending('a').onDone(1);
    toggleUploads();
    expect(useUploads.getState()).toMatchObject({ isCollapsed: false, tidiesItself: false });
    pageOpened(false);
    expect(look()).toBe('small');
  });
});
