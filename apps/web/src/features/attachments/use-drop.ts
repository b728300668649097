import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { showFailure } from '../../lib/api/query-client.ts';
import { droppedIn, type ChosenFile } from '../files/index.ts';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/**
 * Takes files that are dropped anywhere on the drawer or form around the part. Returns the element below the pointer
 * while files are over it. The browser would otherwise open the file in place of the page.
 */
export function useDrop(
  part: RefObject<HTMLElement | null>,
  isAllowed: boolean,
  onFiles: (files: readonly ChosenFile[]) => void,
): HTMLElement | null {
  const [over, setOver] = useState<HTMLElement | null>(null);
  const allowed = useEffectEvent(() => isAllowed);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const host = part.current?.closest<HTMLElement>('.record-drawer, .form-page') ?? part.current;
    if (host === null) return undefined;
    const onOver = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = allowed() ? 'copy' : 'none';
      setOver(host);
    };
    const onLeave = (event: DragEvent): void => {
      if (!host.contains(event.relatedTarget as Node | null)) setOver(null);
    };
    const onDrop = (event: DragEvent): void => {
      setOver(null);
      if (!holdsFiles(event)) return;
      event.preventDefault();
      if (allowed()) droppedIn(event.dataTransfer?.items ?? []).then((files) => take(files), showFailure);
    };
    host.addEventListener('dragover', onOver);
    host.addEventListener('dragleave', onLeave);
    host.addEventListener('drop', onDrop);
    return () => {
      host.removeEventListener('dragover', onOver);
      host.removeEventListener('dragleave', onLeave);
      host.removeEventListener('drop', onDrop);
    };
  }, [part]);
  return over;
}
