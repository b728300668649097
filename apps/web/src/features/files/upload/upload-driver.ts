import { DetailedError, Upload } from 'tus-js-client';
import * as contract from '@prdm/contract/files';
import { LIMITS } from '@prdm/contract/limits';
import { call, CallError } from '../../../lib/call.ts';
import { NO_ANSWER } from '../../../lib/call-error.ts';
import { languageTag, translate } from '../../../lib/i18n.ts';
import { session } from '../../../lib/session.ts';
import type { UploadItem } from './upload-rules.ts';

export interface Running {
  /** Stops sending; what has arrived stays on the server. */
  pause(): void;
  resume(): void;
  /** Stops and takes what has arrived off the server. */
  cancel(): void;
}

export interface Failure {
  readonly message: string;
  /** Nothing answered: the connection was cut or the server is away. */
  readonly unheard: boolean;
}

export interface Listener {
  onProgress(sent: number): void;
  /** `versionNo`: 2 and more where a file of this name lay there already. */
  onDone(versionNo: number): void;
  /** It was cancelled when it had arrived already: the file is there. */
  onTooLate(): void;
  onError(failure: Failure): void;
}

/** What the server says to the removal of an upload that has become a file. */
const GONE = 410;

const RETRIES_MS = [1000, 2000, 4000];

/**
 * Sends one file in resumable chunks and has it committed. The commit is asked for even when the last chunk's answer was heard:
 * that answer can be lost, the commit can be repeated.
 */
export function startUpload(file: File, { entry, projectId }: UploadItem, listener: Listener): Running {
  const upload = new Upload(file, {
    endpoint: `${contract.uploadCreate.path}?pid=${entry.current_catalog_pid}&project_id=${projectId}`,
    chunkSize: LIMITS.chunkBytes,
    retryDelays: RETRIES_MS,
    removeFingerprintOnSuccess: true,
    metadata: { filename: entry.name, ...(entry.relativePath === '' ? {} : { relativePath: entry.relativePath }) },
    // The same file of another person or for another folder is another upload.
    fingerprint: () =>
      Promise.resolve(
        [
          'prdm',
          session().me?.id,
          entry.current_catalog_pid,
          entry.relativePath,
          file.name,
          file.size,
          file.lastModified,
        ].join(':'),
      ),
    // The token changes during a long upload, so it is read for each request.
    onBeforeRequest: (request) => {
      request.setHeader('X-token', session().token ?? '');
      request.setHeader('Accept-Language', languageTag());
    },
    onShouldRetry: (error) => {
      const status = error.originalResponse?.getStatus() ?? 0;
      return status === 0 || status === 409 || status === 423 || (status >= 500 && status !== 507);
    },
    onProgress: (sent) => listener.onProgress(sent),
    onError: (error) => listener.onError(failureOf(error)),
    onSuccess: () => {
      commit(upload.url)
        .then((versionNo) => listener.onDone(versionNo))
        .catch((error: unknown) => listener.onError(failureOf(error)));
    },
  });
  // Looking up what was begun before takes a moment, in which the person may already have stopped it.
  let isReady = false;
  let isWanted = true;
  upload
    .findPreviousUploads()
    .then(([last]) => {
      isReady = true;
      if (last) upload.resumeFromPreviousUpload(last);
      if (isWanted) upload.start();
    })
    .catch((error: unknown) => listener.onError(failureOf(error)));
  const stop = (forGood: boolean): void => {
    isWanted = false;
    if (!isReady) return;
    upload.abort(forGood).catch((error: unknown) => {
      if (error instanceof DetailedError && error.originalResponse?.getStatus() === GONE) listener.onTooLate();
      else console.warn('upload', error);
    });
  };
  return {
    pause: () => stop(false),
    resume() {
      isWanted = true;
      if (isReady) upload.start();
    },
    cancel: () => stop(true),
  };
}

async function commit(url: string | null): Promise<number> {
  const uploadId = (url ?? '').split('?', 1)[0]?.split('/').at(-1) ?? '';
  return (await call(contract.uploadCommit, { uploadId })).version_no;
}

function failureOf(error: unknown): Failure {
  if (error instanceof CallError) return { message: error.msg, unheard: error.code === NO_ANSWER };
  const answer = error instanceof DetailedError ? error.originalResponse : null;
  return { message: wordsIn(answer?.getBody()) ?? translate('codes.1016'), unheard: answer === null };
}

/** The server's own words where it said some. */
function wordsIn(body: string | undefined): string | null {
  try {
    const { msg } = JSON.parse(body ?? '') as { msg?: unknown };
    return typeof msg === 'string' && msg !== '' ? msg : null;
  } catch {
    return null; // no envelope: something in between spoke
  }
}
