import { useEffect, useState } from 'react';
import { fetchBytes } from './bytes.ts';

/**
 * The address in this page's memory of a stored picture, null until it is there and where there is none. An image element cannot carry
 * the token, so the bytes are fetched; another `edition` asks for them again at the same address.
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
