import { DetailedError, Upload } from 'tus-js-client';
import * as contract from '@prdm/contract/files';
import { LIMITS } from '@prdm/contract/limits';
import { call, CallError } from '../../../lib/call.ts';
import { languageTag, translate } from '../../../lib/i18n.ts';
import { session } from '../../../lib/session.ts';
import type { UploadEntry } from './upload-rules.ts';

export interface Running {
  /** Stops sending; what has arrived stays on the server. */
  pause(): void;
  resume(): void;
  /** Stops and takes what has arrived off the server. */
  cancel(): void;
}

export interface Listener {
  onProgress(sent: number): void;
  onDone(): void;
  onError(message: string): void;
}

const RETRIES_MS = [1000, 2000, 4000];

/**
 * Sends one file in resumable chunks and has it committed. The commit is asked for even when the last chunk's answer was heard:
 * that answer can be lost, the commit can be repeated.
 */
export function startUpload(file: File, entry: UploadEntry, listener: Listener): Running {
  const upload = new Upload(file, {
    endpoint: `${contract.uploadCreate.path}?pid=${entry.current_catalog_pid}`,
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
    onError: (error) => listener.onError(messageOf(error)),
    onSuccess: () => {
      commit(upload.url)
        .then(() => listener.onDone())
        .catch((error: unknown) => listener.onError(error instanceof CallError ? error.msg : translate('codes.1016')));
    },
  });
  void upload.findPreviousUploads().then((previous) => {
    const [last] = previous;
    if (last) upload.resumeFromPreviousUpload(last);
    upload.start();
  });
  return {
    pause: () => void upload.abort(),
    resume: () => upload.start(),
    cancel: () => void upload.abort(true).catch((error: unknown) => console.warn('upload', error)),
  };
}

async function commit(url: string | null): Promise<void> {
  const uploadId = (url ?? '').split('?', 1)[0]?.split('/').at(-1) ?? '';
  await call(contract.uploadCommit, { uploadId });
}

/** The server's own words where it said some. */
function messageOf(error: Error): string {
  const body = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined;
  try {
    const { msg } = JSON.parse(body ?? '') as { msg?: unknown };
    if (typeof msg === 'string' && msg !== '') return msg;
  } catch {
    return translate('codes.1016'); // no envelope: the connection or something in between
  }
  return translate('codes.1016');
}
