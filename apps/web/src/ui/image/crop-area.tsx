import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useT } from '../../lib/i18n.ts';
import { dragged, partOf, type Crop, type Frame } from './crop.ts';

/** Width of the view. */
const VIEW = 240;
/** Movement by an arrow key, in pixels of the view. */
const STEP = 8;

/** A picture with its crop. */
export interface Cropping {
  readonly picture: ImageBitmap;
  readonly frame: Frame;
  readonly crop: Crop;
}

/** Draws the kept part of a picture over the whole canvas. */
export function draw(canvas: HTMLCanvasElement, { picture, frame, crop }: Cropping): void {
  const part = partOf(picture, frame, crop.zoom);
  const plane = canvas.getContext('2d');
  if (plane === null) return;
  const { width, height } = canvas;
  plane.imageSmoothingQuality = 'high';
  plane.clearRect(0, 0, width, height);
  const [x, y] = [crop.x - part.width / 2, crop.y - part.height / 2];
  plane.drawImage(picture, x, y, part.width, part.height, 0, 0, width, height);
}

/** The kept part at a given width. The large view and the previews use it. */
export function CropCanvas(props: { cropping: Cropping; width: number; label: string; round?: boolean }) {
  const { cropping, width } = props;
  const { picture, frame, crop } = cropping;
  const height = Math.round((width * frame.height) / frame.width);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, { picture, frame, crop });
  }, [picture, frame, crop, width]);
  return (
    <canvas
      ref={canvas}
      className="crop-canvas"
      data-round={props.round}
      role="img"
      aria-label={props.label}
      // The canvas has twice the pixels, for high-density screens.
      width={width * 2}
      height={height * 2}
      style={{ width, height }}
    />
  );
}

const ARROWS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: STEP, y: 0 },
  ArrowRight: { x: -STEP, y: 0 },
  ArrowUp: { x: 0, y: STEP },
  ArrowDown: { x: 0, y: -STEP },
};

/** The picture behind its frame. The user moves it by dragging or with the arrow keys. */
export function CropArea(props: { cropping: Cropping; onChange: (crop: Crop) => void }) {
  const t = useT();
  const { cropping, onChange } = props;
  const { picture, frame, crop } = cropping;
  const [from, setFrom] = useState<{ x: number; y: number } | null>(null);
  const move = (by: { x: number; y: number }) => onChange(dragged(crop, picture, frame, { ...by, view: VIEW }));
  const onMove = ({ clientX: x, clientY: y }: PointerEvent) => {
    if (from === null) return;
    move({ x: x - from.x, y: y - from.y });
    setFrom({ x, y });
  };
  const onKey = (event: KeyboardEvent) => {
    const by = ARROWS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  };
  return (
    <div
      className="crop-area"
      role="group"
      aria-label={t('images.dialog.move')}
      tabIndex={0}
      onKeyDown={onKey}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom({ x: event.clientX, y: event.clientY });
      }}
      onPointerMove={onMove}
      onPointerUp={() => setFrom(null)}
      onPointerCancel={() => setFrom(null)}
    >
      <CropCanvas cropping={cropping} width={VIEW} label={t('images.dialog.picture')} />
    </div>
  );
}
