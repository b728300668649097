import { useEffect, useEffectEvent, useState, type DragEvent, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { toWire } from '../../../lib/format.ts';
import { showFailure } from '../../../lib/api/query-client.ts';
import { droppedIn } from '../upload/chosen-files.ts';
import { addUploads } from '../upload/upload-queue.ts';
import type { UploadTarget } from '../upload/upload-rules.ts';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Uploads files and folders dropped anywhere on the page, and pasted pictures, into the open folder. */
export function DropZone({ target, children }: { target: UploadTarget | null; children: ReactNode }) {
  const t = useT();
  const [isOver, setOver] = useState(false);
  usePaste(target);
  return (
    <div
      className="file-page"
      onDragOver={(event) => {
        if (!holdsFiles(event)) return;
        // Also without write access: otherwise the browser would open the file in place of the page.
        event.preventDefault();
        event.dataTransfer.dropEffect = target ? 'copy' : 'none';
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!holdsFiles(event)) return;
        event.preventDefault();
        if (target) droppedIn(event.dataTransfer.items).then((chosen) => addUploads(chosen, target), showFailure);
      }}
    >
      {children}
      {isOver && (
        <div className="file-drop" data-refused={target === null}>
          {target ? t('files.drop', { name: target.name }) : t('files.emptyAsk')}
        </div>
      )}
    </div>
  );
}

/**
 * Browsers give every pasted picture the same name. The time in the name makes each a new file, not the next version.
 */
function usePaste(target: UploadTarget | null): void {
  const t = useT();
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    const isField = event.target instanceof Element && event.target.closest('input,textarea') !== null;
    if (!target || isField || files.length === 0) return;
    event.preventDefault();
    const time = toWire(new Date()).replaceAll(':', '');
    const chosen = files.map((file, index) => {
      const name = t('files.pasted', { time, n: files.length > 1 ? `-${index + 1}` : '', name: file.name });
      return { file: new File([file], name, { lastModified: file.lastModified }), relativePath: '' };
    });
    addUploads(chosen, target);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, []);
}
