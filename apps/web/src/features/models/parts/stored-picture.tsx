import { useEffect, useState } from 'react';
import { fetchBytes } from '../../../lib/bytes.ts';
import { thumbAddress, type ViewpointRow } from '../models.queries.ts';

/** A viewpoint's small picture. An image element cannot carry the token, so the bytes are fetched and shown from memory. */
export function StoredPicture({ viewpoint }: { viewpoint: ViewpointRow }) {
  const [address, setAddress] = useState<string | null>(null);
  const source = viewpoint.has_thumb ? thumbAddress(viewpoint) : null;
  useEffect(() => {
    if (source === null) return;
    const stop = new AbortController();
    let made: string | null = null;
    fetchBytes(source, { signal: stop.signal })
      .then(({ bytes, type }) => {
        made = URL.createObjectURL(new Blob([bytes], { type }));
        setAddress(made);
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) console.warn('thumbnail', error);
      });
    return () => {
      stop.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [source, viewpoint.version]);
  return <span className="model-thumb">{address !== null && <img src={address} alt="" width={88} height={55} />}</span>;
}
