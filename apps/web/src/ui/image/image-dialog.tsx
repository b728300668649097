import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useT, type TextKey } from '../../lib/i18n.ts';
import { showFailure } from '../../lib/api/query-client.ts';
import { Box } from '../box.tsx';
import { Icon } from '../look/icon.tsx';
import { ACCEPTED, MEGABYTES, problemOf } from './choice.ts';
import { clamped, firstCrop, ZOOM_MOST, zoomLeast } from './crop.ts';
import { CropArea, CropCanvas, draw, type Cropping } from './crop-area.tsx';
import type { ImageFrame } from './frames.ts';
import { sendImage, type ChosenImage } from './send-image.ts';
import './image-dialog.css';

const QUALITY = 0.9;

export interface ImageDialogProps {
  readonly title: string;
  readonly frame: ImageFrame;
  /** The picture of before, as it is shown elsewhere. It stands there until another is chosen. */
  readonly current?: ReactNode;
  /** Takes the result. The dialog closes afterwards; a rejection is shown and keeps it open. */
  readonly onSave: (image: ChosenImage) => Promise<unknown> | void;
  /** Removes the picture of before. Without it there is no such button. */
  readonly remove?: { readonly label: string; readonly run: () => Promise<unknown> | void };
  readonly onClose: () => void;
}

/** Chooses, crops and uploads one picture. It knows no record: the caller gets the addresses and stores them. */
export default function ImageDialog(props: ImageDialogProps) {
  const t = useT();
  const { frame, current, remove, onClose } = props;
  const [cropping, setCropping] = useState<Cropping | null>(null);
  const [problem, setProblem] = useState<TextKey | null>(null);
  const [busy, setBusy] = useState(false);

  const choose = async (files: readonly File[]) => {
    const [file] = files;
    if (file === undefined) return;
    const refusal = problemOf(file);
    if (refusal !== null) {
      setProblem(refusal);
      return;
    }
    try {
      const picture = await createImageBitmap(file);
      setCropping({ picture, frame, crop: firstCrop(picture, frame) });
      setProblem(files.length > 1 ? 'images.dialog.onlyOne' : null);
    } catch {
      setProblem('images.problems.damaged'); // the browser cannot decode it
    }
  };
  const act = async (work: () => Promise<unknown> | void) => {
    setBusy(true);
    try {
      await work();
      onClose();
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const save = async () => {
    if (cropping === null) {
      setProblem('images.dialog.none');
      return;
    }
    setBusy(true);
    const image = await sendImage(await croppedOf(cropping)).finally(() => setBusy(false));
    if (image !== null) await act(() => props.onSave(image));
  };
  return (
    <Box
      title={props.title}
      width="32.8%"
      fillsPhone
      onClose={onClose}
      actions={
        <>
          {remove !== undefined && cropping === null && (
            <button type="button" className="button image-remove" disabled={busy} onClick={() => void act(remove.run)}>
              {remove.label}
            </button>
          )}
          <button type="button" className="button" onClick={onClose}>
            {t('common.cancel')}
          </button>
          <button type="button" className="button button-primary" disabled={busy} onClick={() => void save()}>
            {t('common.save')}
          </button>
        </>
      }
    >
      {problem !== null && (
        <p className="notice-line" role="alert">
          {t(problem, { n: MEGABYTES })}
        </p>
      )}
      <DropZone onFiles={(files) => void choose(files)}>
        {cropping === null ? (
          (current ?? <Icon name="filePicture" className="image-none" />)
        ) : (
          <Crops cropping={cropping} onChange={setCropping} />
        )}
        <Chooser again={cropping !== null} onFiles={(files) => void choose(files)} />
      </DropZone>
    </Box>
  );
}

/** Takes dropped files. A drop beside it would make the browser open the file and leave the page. */
function DropZone({ onFiles, children }: { onFiles: (files: readonly File[]) => void; children: ReactNode }) {
  const [over, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      className="image-zone"
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {children}
    </div>
  );
}

function Chooser({ again, onFiles }: { again: boolean; onFiles: (files: readonly File[]) => void }) {
  const t = useT();
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="button" onClick={() => file.current?.click()}>
        <Icon name="upload" />
        {t(again ? 'images.dialog.another' : 'images.dialog.choose')}
      </button>
      <input
        ref={file}
        type="file"
        accept={ACCEPTED}
        hidden
        aria-label={t('images.dialog.choose')}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = ''; // the same file can be chosen again
          onFiles(files);
        }}
      />
      {!again && (
        <p className="image-hint">
          {t('images.dialog.drop')}
          <br />
          {t('images.dialog.kinds', { n: MEGABYTES })}
        </p>
      )}
    </>
  );
}

function Crops({ cropping, onChange }: { cropping: Cropping; onChange: (cropping: Cropping) => void }) {
  const t = useT();
  const { picture, crop } = cropping;
  const frame = cropping.frame as ImageFrame;
  const change = (next: Cropping['crop']) => onChange({ ...cropping, crop: next });
  return (
    <>
      <div className="image-cropping">
        <CropArea cropping={cropping} onChange={change} />
        <div className="image-previews">
          {frame.previews.map((width) => (
            <CropCanvas
              key={width}
              round={frame.round}
              cropping={cropping}
              width={width}
              label={t('images.dialog.preview', { n: width })}
            />
          ))}
        </div>
      </div>
      <label className="image-zoom">
        {t('images.dialog.zoom')}
        <input
          type="range"
          min={zoomLeast(picture, frame)}
          max={ZOOM_MOST}
          step="any"
          value={crop.zoom}
          onChange={({ target }) => change(clamped({ ...crop, zoom: Number(target.value) }, picture, frame))}
        />
      </label>
    </>
  );
}

/** The kept part as WebP, or as PNG in a browser that cannot write WebP. The server accepts both. */
async function croppedOf(cropping: Cropping): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = cropping.frame.width;
  canvas.height = cropping.frame.height;
  draw(canvas, cropping);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY));
  if (blob === null) throw new Error('the browser cannot write a picture');
  return blob;
}
