/** An answer of a map service. */
export interface OutsideAnswer {
  readonly type: string;
  readonly bytes: Buffer;
}

const TIMEOUT_MS = 10_000;
const BYTES_MAX = 5 * 1024 * 1024;
/** Data and scripts of answers. Pages and pictures that could hold scripts do not pass. */
const TYPES = /^(?:application\/(?:json|javascript|x-javascript|octet-stream)|text\/(?:javascript|plain))$/;

/**
 * Fetches an address of the operator's settings (safety.md S50): no redirect, no header of the reader, limits of time and
 * size. Null when the service fails, redirects or answers something else.
 */
export async function fetchOutside(address: URL): Promise<OutsideAnswer | null> {
  try {
    const response = await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: 'application/json, */*', 'user-agent': 'PRDM' },
    });
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';', 1);
    const isUsable = response.status === 200 && TYPES.test(type.trim().toLowerCase());
    const bytes = isUsable ? await limited(response) : null;
    if (bytes === null) await response.body?.cancel();
    return bytes && { type: type.trim().toLowerCase(), bytes };
  } catch (error) {
    // Network failures and the time limit. Anything else is a fault of ours.
    if (error instanceof TypeError || (error instanceof DOMException && /Timeout|Abort/.test(error.name))) return null;
    throw error;
  }
}

async function limited(response: Response): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > BYTES_MAX) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
