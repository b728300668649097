import { CallError, NO_ANSWER } from './api/call-error.ts';
import { languageTag, translate } from './i18n.ts';
import { session } from './session/session.ts';
import { tokenHeader } from './session/token-header.ts';

/**
 * Fetches bytes from an address that needs the token in a header (geometry, thumbnails). `onProgress` receives a share
 * from 0 to 1. Throws CallError when the server refuses.
 */
export async function fetchBytes(
  address: string,
  {
    signal,
    expected,
    onProgress,
  }: { signal?: AbortSignal; expected?: number; onProgress?: (share: number) => void } = {},
): Promise<{ bytes: ArrayBuffer; type: string }> {
  const { token } = session();
  const response = await fetch(address, {
    signal,
    headers: { 'accept-language': languageTag(), ...(token === null ? {} : tokenHeader(token)) },
  });
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || type.includes('json')) throw await refusal(response);
  if (!response.body || !expected || !onProgress) return { bytes: await response.arrayBuffer(), type };
  return { bytes: await collect(response.body, expected, onProgress), type };
}

async function refusal(response: Response): Promise<CallError> {
  const told = (await response.json().catch(() => null)) as { code?: number; msg?: string } | null;
  const msg = told?.msg ?? translate('errors.noEnvelope', { status: response.status });
  return new CallError(told?.code ?? NO_ANSWER, msg, {});
}

async function collect(
  body: ReadableStream<Uint8Array>,
  expected: number,
  onProgress: (share: number) => void,
): Promise<ArrayBuffer> {
  const whole = new Uint8Array(expected);
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return whole.buffer.slice(0, length);
    whole.set(value, length);
    length += value.length;
    onProgress(Math.min(1, length / expected));
  }
}
