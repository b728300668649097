import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { viewpointThumb } from '@prdm/contract/models';
import { fetchBytes } from '../../../lib/bytes.ts';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';

/** What a task is about, seen as it was when somebody found it; a click opens the model there. Its room is taken from the start. */
export function ViewpointPicture({ projectId, viewpointId }: { projectId: number; viewpointId: number }) {
  const t = useT();
  const picture = usePicture(`${viewpointThumb.path}?project_id=${projectId}&id=${viewpointId}`);
  return (
    <Link className="task-viewpoint" to={`/file/model/viewpoint?id=${viewpointId}&project_id=${projectId}`}>
      <span className="task-viewpoint-picture">
        {picture === null ? <Icon name="model" size={32} /> : <img src={picture} alt="" width={160} height={100} />}
      </span>
      <span>{t('tasks.drawer.openViewpoint')}</span>
    </Link>
  );
}

/** The picture in this page's memory: an image element cannot carry the token. Null until it is there, and where there is none. */
function usePicture(source: string): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
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
  }, [source]);
  return address;
}
