/** The square of a picture that becomes the portrait: its middle, in pixels of the picture, and how much larger than fitting. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}

export const ZOOM_MOST = 4;
/** Pixels of the portrait's side: twice the largest place where one stands. */
export const PORTRAIT = 256;

/** The side of the square, in pixels of the picture. */
export const sideOf = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom;

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** The same crop with nothing of the square outside of the picture. */
export function clamped(crop: Crop, size: Size): Crop {
  const zoom = within(crop.zoom, 1, ZOOM_MOST);
  const half = sideOf(size, zoom) / 2;
  return { x: within(crop.x, half, size.width - half), y: within(crop.y, half, size.height - half), zoom };
}

/** Where a picture begins: the middle, as large as fits. */
export const wholeOf = (size: Size): Crop => ({ x: size.width / 2, y: size.height / 2, zoom: 1 });

/** The picture dragged by so many pixels of a view that is `view` pixels wide. */
export function dragged(crop: Crop, size: Size, by: { x: number; y: number }, view: number): Crop {
  const scale = sideOf(size, crop.zoom) / view;
  return clamped({ ...crop, x: crop.x - by.x * scale, y: crop.y - by.y * scale }, size);
}
