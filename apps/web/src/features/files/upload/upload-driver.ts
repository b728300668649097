import { DetailedError, Upload } from 'tus-js-client';
import * as contract from '@prdm/contract/files';
import { LIMITS } from '@prdm/contract/limits';
import { call, CallError } from '../../../lib/api/call.ts';
import { NO_ANSWER } from '../../../lib/api/call-error.ts';
import { languageTag, translate } from '../../../lib/i18n.ts';
import { session } from '../../../lib/session/session.ts';
import { tokenHeader } from '../../../lib/session/token-header.ts';
import type { UploadItem } from './upload-rules.ts';

export interface Running {
  /** Stops sending. The server keeps the received bytes. */
  pause(): void;
  resume(): void;
  /** Stops and deletes the received bytes on the server. */
  cancel(): void;
}

export interface Failure {
  readonly message: string;
  /** The request got no answer: the connection was lost or the server is down. */
  readonly unheard: boolean;
}

export interface Listener {
  onProgress(sent: number): void;
  /** `versionNo` is 2 or more when the folder already had a file of this name. */
  onDone(versionNo: number): void;
  /** The cancel came after the upload was complete, so the file exists. */
  onTooLate(): void;
  onError(failure: Failure): void;
}

/** Answer of the server to the removal of an upload that has become a file. */
const GONE = 410;

const RETRIES_MS = [1000, 2000, 4000];

/**
 * Sends one file in resumable chunks and commits it. The commit is always requested: the answer to the last chunk can
 * be lost, and the commit is idempotent.
 */
export function startUpload(file: File, { entry, projectId, record }: UploadItem, listener: Listener): Running {
  const upload = new Upload(file, {
    endpoint:
      record?.endpoint ?? `${contract.uploadCreate.path}?pid=${entry.current_catalog_pid}&project_id=${projectId}`,
    chunkSize: LIMITS.chunkBytes,
    retryDelays: RETRIES_MS,
    removeFingerprintOnSuccess: true,
    metadata: { filename: entry.name, ...(entry.relativePath === '' ? {} : { relativePath: entry.relativePath }) },
    // The same file of another user or for another target is another upload.
    fingerprint: () =>
      Promise.resolve(
        [
          'prdm',
          session().me?.id,
          record?.key ?? entry.current_catalog_pid,
          entry.relativePath,
          file.name,
          file.size,
          file.lastModified,
        ].join(':'),
      ),
    // The token changes during a long upload, so each request reads it.
    onBeforeRequest: (request) => {
      for (const [name, value] of Object.entries(tokenHeader(session().token ?? ''))) request.setHeader(name, value);
      request.setHeader('Accept-Language', languageTag());
    },
    onShouldRetry: (error) => {
      const status = error.originalResponse?.getStatus() ?? 0;
      return status === 0 || status === 409 || status === 423 || (status >= 500 && status !== 507);
    },
    onProgress: (sent) => listener.onProgress(sent),
    onError: (error) => listener.onError(failureOf(error)),
    onSuccess: () => {
      commit(upload.url, record)
        .then((versionNo) => listener.onDone(versionNo))
        .catch((error: unknown) => listener.onError(failureOf(error)));
    },
  });
  // The lookup of an earlier upload takes time. The user may stop the upload during it.
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

async function commit(url: string | null, record: UploadItem['record']): Promise<number> {
  const uploadId = (url ?? '').split('?', 1)[0]?.split('/').at(-1) ?? '';
  if (record !== undefined) {
    await record.commit(uploadId);
    return 1;
  }
  return (await call(contract.uploadCommit, { uploadId })).version_no;
}

function failureOf(error: unknown): Failure {
  if (error instanceof CallError) return { message: error.msg, unheard: error.code === NO_ANSWER };
  const answer = error instanceof DetailedError ? error.originalResponse : null;
  return { message: wordsIn(answer?.getBody()) ?? translate('codes.1016'), unheard: answer === null };
}

/** The message of the server, when the body has one. */
function wordsIn(body: string | undefined): string | null {
  try {
    const { msg } = JSON.parse(body ?? '') as { msg?: unknown };
    return typeof msg === 'string' && msg !== '' ? msg : null;
  } catch {
    return null; // no envelope: a proxy answered
  }
}
