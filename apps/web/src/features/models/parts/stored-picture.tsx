import { useEffect, useState } from 'react';
import { fetchBytes } from '../../../lib/bytes.ts';
import { Icon } from '../../../ui/icon.tsx';
import { pictureAddress, thumbAddress, type ModelRow, type ViewpointRow } from '../models.queries.ts';

/**
 * The address in this page's memory of a stored picture, null until it is there. An image element cannot carry the token, so the bytes
 * are fetched; `edition` asks for them again at the same address.
 */
function usePicture(source: string | null, edition: number | null): string | null {
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
        if (!stop.signal.aborted) console.warn('thumbnail', error);
      });
    return () => {
      stop.abort();
      setAddress(null);
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [source, edition]);
  return address;
}

/** A viewpoint's small picture. */
export function ViewpointPicture({ projectId, viewpoint }: { projectId: number; viewpoint: ViewpointRow }) {
  const address = usePicture(viewpoint.has_thumb ? thumbAddress(projectId, viewpoint.id) : null, viewpoint.version);
  return <span className="model-thumb">{address !== null && <img src={address} alt="" width={88} height={55} />}</span>;
}

/** What the model looks like, or calmly that nobody has seen it yet. Takes its room from the start: nothing moves when it comes. */
export function ModelPicture({ model }: { model: ModelRow }) {
  const address = usePicture(pictureAddress(model), null);
  return (
    <span className="model-picture" data-drawn={address !== null}>
      {address === null ? (
        <Icon name="model" size={40} strokeWidth={0.8} />
      ) : (
        <img src={address} alt="" width={480} height={300} />
      )}
    </span>
  );
}
