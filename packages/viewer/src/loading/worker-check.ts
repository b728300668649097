import { ViewerError } from '../types.ts';

/**
 * Makes sure the worker's script is there before a model waits for it: the library does not listen for a worker that
 * fails to start, the load would stay at zero for ever.
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
  // A page's fallback answers 200 with HTML for any missing file.
  if (!response.ok || !/javascript|ecmascript/.test(type)) {
    throw new ViewerError('worker', `the worker ${address.pathname} answers ${response.status} ${type}`);
  }
}
