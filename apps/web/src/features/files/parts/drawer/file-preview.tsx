import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FileType } from '@prdm/contract/kit/file-names';
import { CallError, NO_ANSWER } from '../../../../lib/api/call-error.ts';
import { useT } from '../../../../lib/i18n.ts';
import { EmptyState, FailedState, SkeletonLines } from '../../../../ui/feedback/states.tsx';
import { usePreview, type FileInfo } from '../../files.queries.ts';
import { fileIcon } from '../file-icon.ts';
import { FileModelLink } from '../model/file-model.tsx';
import './file-preview.css';

/** Types that the browser can show. The server detects the type from the content. */
const SHOWN: readonly FileType[] = ['image', 'txt', 'pdf'];
export const canShow = (type: FileType): boolean => SHOWN.includes(type);
/** A model has its own page. */
export const whyNotShown = (type: FileType) => (type === 'ifc' ? 'files.preview.asModel' : 'files.noPreview');

/** Preview of a file, when the browser can show its type. */
export function FilePreview({ file, versionId }: { file: FileInfo; versionId: number | null }) {
  const t = useT();
  const { data, error, refetch } = usePreview(file.project_id, file.id, versionId, canShow(file.type));
  if (!canShow(file.type))
    return (
      <EmptyState icon={fileIcon(file)} title={t(whyNotShown(file.type))}>
        {file.type === 'ifc' && <FileModelLink file={file} />}
      </EmptyState>
    );
  if (error !== null) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={4} />;
  return <ShownBytes key={data.url} shown={data} file={file} />;
}

/** The bytes at a signed address: a picture, the beginning of a text, or a link to a pdf. */
export function ShownBytes({
  shown: { url, type },
  file,
}: {
  shown: { readonly url: string; readonly type: string };
  file: { readonly name: string; readonly type: FileType };
}) {
  const t = useT();
  if (type.startsWith('image/')) return <Picture url={url} name={file.name} />;
  if (type.startsWith('text/')) return <TextFile url={url} name={file.name} />;
  return (
    <EmptyState icon={fileIcon(file)} title={t('files.preview.ownTab')}>
      <a className="button" href={url} target="_blank" rel="noopener noreferrer">
        {t('files.preview.open')}
      </a>
    </EmptyState>
  );
}

/**
 * The bytes may be lost while the record exists. The browser then only reports a failed image, so the message stands
 * here.
 */
function Picture({ url, name }: { url: string; name: string }) {
  const t = useT();
  const [isLost, setLost] = useState(false);
  if (isLost) return <EmptyState icon="warning" title={t('files.preview.pictureLost')} />;
  return <img className="preview-picture" src={url} alt={name} onError={() => setLost(true)} />;
}

/** The preview shows the beginning of a text. A text editor is better for many megabytes. */
const TEXT_BYTES = 512 * 1024;

function TextFile({ url, name }: { url: string; name: string }) {
  const t = useT();
  const { data, error, refetch } = useQuery<{ text: string; isCut: boolean }>({
    queryKey: ['file', 'text', url],
    queryFn: ({ signal }) => textOf(url, signal, t('files.lost')),
    placeholderData: undefined,
    staleTime: Infinity,
  });
  if (error !== null) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={6} />;
  if (data.text === '') return <EmptyState icon="fileText" title={t('files.preview.empty')} />;
  return (
    <>
      <pre className="preview-text" tabIndex={0} role="region" aria-label={name}>
        {data.text}
      </pre>
      {data.isCut && <p className="preview-cut">{t('files.preview.cut')}</p>}
    </>
  );
}

/** Decodes with the encoding that the server detected: older programs of the trade do not write UTF-8. */
async function textOf(url: string, signal: AbortSignal, lost: string): Promise<{ text: string; isCut: boolean }> {
  const response = await fetch(url, { signal, headers: { range: `bytes=0-${TEXT_BYTES - 1}` } });
  // A range request on an empty file answers 416.
  if (response.status === 416) return { text: '', isCut: false };
  if (!response.ok) throw new CallError(NO_ANSWER, lost);
  const charset = /charset=([\w-]+)/.exec(response.headers.get('content-type') ?? '')?.[1] ?? 'utf-8';
  const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? 0);
  const isCut = total > TEXT_BYTES;
  return { text: new TextDecoder(charset).decode(await response.arrayBuffer(), { stream: isCut }), isCut };
}
