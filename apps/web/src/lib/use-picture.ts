import { useEffect, useState } from 'react';
import { fetchBytes } from './bytes.ts';

/**
 * Object URL of a stored picture. Null while it loads and when there is none. An image element cannot send the token,
 * so the bytes are fetched. A changed `edition` fetches the same address again.
 */
export function usePicture(source: string | null, edition: number | null = null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (source === null) return;
    const stop = new AbortController();
    let made: string | null = null;
    fetchBytes(source, { signal: stop.signal })
      .then(({ bytes, type }) => {
        if (stop.signal.aborted) return;
        made = URL.createObjectURL(new Blob([bytes], { type }));
        setAddress(made);
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) console.warn('picture', error);
      });
    return () => {
      stop.abort();
      setAddress(null);
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [source, edition]);
  return address;
}
