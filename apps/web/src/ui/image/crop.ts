export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The result of a crop, in pixels. */
export interface Frame extends Size {
  /** The picture may be smaller than the frame, with transparent margins. A logo must not lose its ends. */
  readonly margins?: boolean;
}

/**
 * The part of a picture that is kept. `x` and `y` are its centre in pixels of the picture. Zoom 1 is the largest part
 * of the frame's shape inside the picture.
 */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export const ZOOM_MOST = 4;

/** The largest size of a shape inside another one, and the smallest one around it. */
const inside = (shape: Size, of: Size): number => Math.min(of.width / shape.width, of.height / shape.height);
const around = (shape: Size, of: Size): number => Math.max(of.width / shape.width, of.height / shape.height);

/** Size of the part in pixels of the picture. */
export function partOf(picture: Size, frame: Frame, zoom: number): Size {
  const scale = inside(frame, picture) / zoom;
  return { width: frame.width * scale, height: frame.height * scale };
}

/** The least zoom: 1, or with margins the zoom that shows the whole picture. */
export const zoomLeast = (picture: Size, frame: Frame): number =>
  frame.margins === true ? inside(frame, picture) / around(frame, picture) : 1;

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** A part that is wider than the picture shows it in the middle. */
const centred = (value: number, part: number, whole: number): number =>
  part >= whole ? whole / 2 : within(value, part / 2, whole - part / 2);

/** The crop, moved so that its part lies inside the picture. The zoom is limited. */
export function clamped(crop: Crop, picture: Size, frame: Frame): Crop {
  const zoom = within(crop.zoom, zoomLeast(picture, frame), ZOOM_MOST);
  const part = partOf(picture, frame, zoom);
  return { x: centred(crop.x, part.width, picture.width), y: centred(crop.y, part.height, picture.height), zoom };
}

/** The first crop of a picture: centred, as large as possible, and with margins the whole picture. */
export const firstCrop = (picture: Size, frame: Frame): Crop =>
  clamped({ x: picture.width / 2, y: picture.height / 2, zoom: zoomLeast(picture, frame) }, picture, frame);

/** The crop after a drag of `by` pixels in a view that is `view` pixels wide. */
export function dragged(crop: Crop, picture: Size, frame: Frame, drag: { x: number; y: number; view: number }): Crop {
  const scale = partOf(picture, frame, crop.zoom).width / drag.view;
  return clamped({ ...crop, x: crop.x - drag.x * scale, y: crop.y - drag.y * scale }, picture, frame);
}
