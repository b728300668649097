import * as tus from 'tus-js-client';
import { uploadCreate } from '@prdm/contract/files';

export interface Sent {
  /** The 32-character id in the upload's address. */
  readonly id: string;
  /** The last answer, if the client received it. */
  readonly answer: { code: number; msg: string; data: { file_id: number; version_no: number; name: string } } | null;
}

export interface Sending {
  address: string;
  token: string;
  pid: number;
  bytes: Buffer;
  name?: string;
  relativePath?: string;
  chunkSize?: number;
  retryDelays?: number[] | null;
  onProgress?: (sent: number, upload: tus.Upload) => void;
  onRequest?: (request: tus.HttpRequest) => void;
}

/** Sends bytes as the web client does: tus in parts, with retries after errors. Rejects with the server's refusal. */
export function send(given: Sending): Promise<Sent> {
  return new Promise((resolve, reject) => {
    let answer: Sent['answer'] = null;
    const upload = new tus.Upload(given.bytes, {
      endpoint: `${given.address}${uploadCreate.path}?pid=${given.pid}`,
      chunkSize: given.chunkSize ?? Infinity,
      retryDelays: given.retryDelays === undefined ? [50, 100, 200, 400] : given.retryDelays,
      metadata: {
        filename: given.name ?? 'file.bin',
        ...(given.relativePath === undefined ? {} : { relativePath: given.relativePath }),
      },
      onBeforeRequest(request) {
        request.setHeader('X-token', given.token);
        given.onRequest?.(request);
      },
      onAfterResponse(_request, response) {
        const body = response.getBody();
        if (body.startsWith('{')) answer = JSON.parse(body) as Sent['answer'];
      },
      onProgress: (sent) => given.onProgress?.(sent, upload),
      onSuccess: () => resolve({ id: /([0-9a-f]{32})/.exec(upload.url ?? '')?.[1] ?? '', answer }),
      onError: reject,
    });
    upload.start();
  });
}

/** One bare request to the upload's address. */
export async function tusRequest(
  address: string,
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE' | 'GET',
  path: string,
  options: { token?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<{ status: number; headers: Headers; body: { code: number; msg: string; data: unknown } | null }> {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: {
      'tus-resumable': '1.0.0',
      ...(options.token === undefined ? {} : { 'x-token': options.token }),
      ...(method === 'PATCH' ? { 'content-type': 'application/offset+octet-stream' } : {}),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: new Uint8Array(options.body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : (JSON.parse(text) as { code: number; msg: string; data: unknown }),
  };
}

/** Upload-Metadata as a header. */
export const metadata = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** A new upload without bytes; returns the address from the server. */
export async function begin(
  address: string,
  token: string,
  pid: number,
  size: number,
  values: Record<string, string>,
): Promise<{ status: number; path: string; body: { code: number; msg: string } | null }> {
  const answer = await tusRequest(address, 'POST', `${uploadCreate.path}?pid=${pid}`, {
    token,
    headers: { 'upload-length': String(size), 'upload-metadata': metadata(values) },
  });
  return { status: answer.status, path: answer.headers.get('location') ?? '', body: answer.body };
}
