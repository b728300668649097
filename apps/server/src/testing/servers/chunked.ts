import { request } from 'node:http';
import { uploadFile } from '@prdm/contract/files/multipart';

export interface ChunkedAnswer {
  readonly status: number;
  readonly body: { code: number; msg: string; data: Record<string, unknown> | null } | null;
}

export interface Chunked {
  /** Sends another piece. Resolves when the system accepted it, or the request has ended. */
  send(bytes: Buffer): Promise<void>;
  /** Ends the form and waits for the answer. Status 0: the connection closed before an answer. */
  finish(): Promise<ChunkedAnswer>;
  readonly answered: Promise<ChunkedAnswer>;
  cut(): void;
}

/** A multipart upload, piece by piece. Without `length` it is chunked and has no Content-Length. */
export function chunkedUpload(
  address: string,
  given: { token: string; pid: number; name: string; length?: number },
): Chunked {
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename*=UTF-8''${encodeURIComponent(given.name)}\r\n\r\n`;
  const tail = '\r\n--b--\r\n';
  const length = given.length === undefined ? null : given.length + Buffer.byteLength(head + tail);
  const call = request(`${address}${uploadFile.path}?pid=${given.pid}`, {
    method: 'POST',
    headers: {
      'x-token': given.token,
      'accept-language': 'en',
      'content-type': 'multipart/form-data; boundary=b',
      ...(length === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) }),
    },
  });
  let isOver = false;
  const answered = new Promise<ChunkedAnswer>((resolve) => {
    call.on('response', (response) => {
      isOver = true;
      let text = '';
      response.on('data', (data: Buffer) => (text += data.toString()));
      response.on('close', () => resolve({ status: response.statusCode ?? 0, body: parsed(text) }));
    });
    call.on('error', () => {
      if (isOver) return; // closed after the start of the answer: the answer's own end reports it
      isOver = true;
      resolve({ status: 0, body: null });
    });
  });
  call.write(head);
  const send = (bytes: Buffer): Promise<void> =>
    isOver
      ? Promise.resolve()
      : Promise.race([new Promise<void>((done) => call.write(bytes, () => done())), settled(answered)]);
  return {
    send,
    answered,
    async finish() {
      if (!isOver) call.end(tail);
      return answered;
    },
    cut: () => void call.destroy(),
  };
}

const settled = async (answered: Promise<unknown>): Promise<void> => void (await answered);

const parsed = (text: string): ChunkedAnswer['body'] =>
  text.startsWith('{') ? (JSON.parse(text) as ChunkedAnswer['body']) : null;
