import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { dragged, sideOf, type Crop } from '../crop.ts';

const VIEW = 240;
/** Movement by an arrow key, in pixels of the view. */
const STEP = 8;

/** Draws the chosen square of a picture over the whole canvas. */
export function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const side = sideOf(picture, crop.zoom);
  const plane = canvas.getContext('2d');
  if (plane === null) return;
  plane.imageSmoothingQuality = 'high';
  plane.clearRect(0, 0, canvas.width, canvas.height);
  plane.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, canvas.width, canvas.height);
}

/** The chosen square at a given size. The large view and the previews use it. */
export function CropCanvas(props: { picture: ImageBitmap; crop: Crop; size: number; label: string; round?: boolean }) {
  const { picture, crop, size } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  // The canvas has twice the pixels, for high-density screens.
  const pixels = size * 2;
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, picture, crop);
  }, [picture, crop, pixels]);
  return (
    <canvas
      ref={canvas}
      className="crop-canvas"
      data-round={props.round}
      role="img"
      aria-label={props.label}
      width={pixels}
      height={pixels}
      style={{ width: size, height: size }}
    />
  );
}

const ARROWS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: STEP, y: 0 },
  ArrowRight: { x: -STEP, y: 0 },
  ArrowUp: { x: 0, y: STEP },
  ArrowDown: { x: 0, y: -STEP },
};

/** The picture behind its square. The user moves it by dragging or with the arrow keys. */
export function CropArea(props: { picture: ImageBitmap; crop: Crop; onChange: (crop: Crop) => void }) {
  const t = useT();
  const { picture, crop, onChange } = props;
  const [from, setFrom] = useState<{ x: number; y: number } | null>(null);
  const move = (by: { x: number; y: number }) => onChange(dragged(crop, picture, by, VIEW));
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
      aria-label={t('identity.avatar.move')}
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
      <CropCanvas picture={picture} crop={crop} size={VIEW} label={t('identity.avatar.picture')} />
    </div>
  );
}
