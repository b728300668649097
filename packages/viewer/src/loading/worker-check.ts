import { ViewerError } from '../types.ts';

/**
 * Checks that the worker script exists before a model waits for it. The library ignores a worker that fails to start,
 * so the load would stay at zero forever.
 */
export async function checkWorker(url: string): Promise<void> {
  const address = new URL(url, document.baseURI);
  if (address.protocol !== 'http:' && address.protocol !== 'https:') return;
  let response: Response;
  try {
    response = await fetch(address, { method: 'HEAD' });
  } catch (error) {
    throw new ViewerError('worker', `the worker ${address.pathname} cannot be reached`, error);
  }
  const type = response.headers.get('content-type') ?? '';
  // A fallback page answers 200 with HTML for any missing file.
  if (!response.ok || !/javascript|ecmascript/.test(type)) {
    throw new ViewerError('worker', `the worker ${address.pathname} answers ${response.status} ${type}`);
  }
}
