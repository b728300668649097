/**
 * The square of a picture that becomes the portrait. `x` and `y` are its centre in pixels of the picture. Zoom 1 is the
 * largest square.
 */
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
/** Side of the portrait in pixels: twice the largest size on screen. */
export const PORTRAIT = 256;

/** Side of the square in pixels of the picture. */
export const sideOf = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom;

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** The crop, moved so that its square lies inside the picture. The zoom is limited to 1..ZOOM_MOST. */
export function clamped(crop: Crop, size: Size): Crop {
  const zoom = within(crop.zoom, 1, ZOOM_MOST);
  const half = sideOf(size, zoom) / 2;
  return { x: within(crop.x, half, size.width - half), y: within(crop.y, half, size.height - half), zoom };
}

/** The first crop of a picture: centred and as large as possible. */
export const wholeOf = (size: Size): Crop => ({ x: size.width / 2, y: size.height / 2, zoom: 1 });

/** The crop after a drag of `by` pixels in a view that is `view` pixels wide. */
export function dragged(crop: Crop, size: Size, by: { x: number; y: number }, view: number): Crop {
  const scale = sideOf(size, crop.zoom) / view;
  return clamped({ ...crop, x: crop.x - by.x * scale, y: crop.y - by.y * scale }, size);
}
