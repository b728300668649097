import type { Page } from '@playwright/test';

/** A smaller difference of a colour channel counts as background, whose gradient is dithered. */
const STEP = 12;
/** The tool bar with its help line covers the upper edge of the picture. */
const BAR = 110;
/** The strip of storeys covers the lower edge. */
const STRIP = 64;

export interface Outline {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The box around everything the viewer has drawn, in pixels of the page. Null when it has drawn nothing. */
export async function outlineIn(page: Page): Promise<Outline | null> {
  const box = await page.getByTestId('model-canvas').boundingBox();
  if (box === null) throw new Error('there is no picture of a model on this page');
  const clip = { x: box.x, y: box.y + BAR, width: box.width, height: box.height - BAR - STRIP };
  const png = (await page.screenshot({ clip, scale: 'css', animations: 'disabled' })).toString('base64');
  // As text, because these tests have no browser types. A row or column counts when several pixels differ.
  const found = await page.evaluate<Outline | null>(`(async () => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(png)}), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const { width, height } = bitmap;
    const plane = new OffscreenCanvas(width, height).getContext('2d');
    plane.drawImage(bitmap, 0, 0);
    const { data } = plane.getImageData(0, 0, width, height);
    const apart = (here, there) => Math.max(...[0, 1, 2].map((at) => Math.abs(data[here * 4 + at] - data[there * 4 + at])));
    const rows = new Array(height).fill(0);
    const columns = new Array(width).fill(0);
    for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) {
      const here = y * width + x;
      if ([y * width + 2, (y + 1) * width - 3].some((edge) => apart(here, edge) < ${STEP})) continue;
      rows[y] += 1;
      columns[x] += 1;
    }
    const drawn = (counts) => [counts.findIndex((count) => count > 2), counts.findLastIndex((count) => count > 2)];
    const [[top, bottom], [left, right]] = [drawn(rows), drawn(columns)];
    return top < 0 ? null : { left, right: right + 1, top, bottom: bottom + 1 };
  })()`);
  if (found === null) return null;
  const { left, right, top, bottom } = found;
  return { left: left + clip.x, right: right + clip.x, top: top + clip.y, bottom: bottom + clip.y };
}
