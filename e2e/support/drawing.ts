import type { Page } from '@playwright/test';

/** A smaller difference of a colour channel counts as background, whose gradient is dithered. */
const STEP = 12;
/** The tool bar with its help line covers the upper edge of the picture. */
const BAR = 110;
/** The strip of storeys covers the lower edge. */
const STRIP = 64;

export interface Drawn {
  /** Share (0 to 1) of the pixels that are not background. */
  readonly share: number;
  /** Number of their colours, in steps of 16. A flat area has one. */
  readonly colours: number;
  /** The drawn pixel nearest to the middle, in pixels of the page. */
  readonly at: { readonly x: number; readonly y: number } | null;
}

/** Measures the viewer's drawing from the picture on the screen alone. */
export async function drawnIn(page: Page): Promise<Drawn> {
  const { png, x, y } = await photograph(page);
  const found = await inPage<Drawn>(
    page,
    `async (given) => {
      const { data, width, height } = await pixelsOf(given.png);
      const colours = new Set();
      let [count, nearest, at] = [0, Infinity, null];
      for (let y = 0; y < height; y += 1) {
        const edges = [y * width + 2, (y + 1) * width - 3];
        for (let x = 0; x < width; x += 1) {
          const here = y * width + x;
          if (edges.some((edge) => apart(data, here, data, edge) < ${STEP})) continue;
          count += 1;
          colours.add([0, 1, 2].map((channel) => data[here * 4 + channel] >> 4).join());
          const distance = Math.hypot(x - width / 2, y - height / 2);
          if (distance < nearest) [nearest, at] = [distance, { x, y }];
        }
      }
      return { share: count / (width * height), colours: colours.size, at };
    }`,
    { png },
  );
  return { ...found, at: found.at && { x: found.at.x + x, y: found.at.y + y } };
}

/** The present picture of the viewer, to be compared with `changed`. */
export const pictureOf = async (page: Page): Promise<string> => (await photograph(page)).png;

/** Share (0 to 1) of the pixels in which two pictures of `pictureOf` differ; 1 when they differ in size. */
export function changed(page: Page, before: string, after: string): Promise<number> {
  return inPage<number>(
    page,
    `async ({ before, after }) => {
      const [a, b] = [await pixelsOf(before), await pixelsOf(after)];
      if (a.width !== b.width || a.height !== b.height) return 1;
      let count = 0;
      for (let at = 0; at < a.width * a.height; at += 1) if (apart(a.data, at, b.data, at) >= ${STEP}) count += 1;
      return count / (a.width * a.height);
    }`,
    { before, after },
  );
}

async function photograph(page: Page): Promise<{ png: string; x: number; y: number }> {
  const box = await page.getByTestId('model-canvas').boundingBox();
  if (box === null) throw new Error('there is no picture of a model on this page');
  const clip = { x: box.x, y: box.y + BAR, width: box.width, height: box.height - BAR - STRIP };
  const png = await page.screenshot({ clip, scale: 'css', animations: 'disabled' });
  return { png: png.toString('base64'), x: clip.x, y: clip.y };
}

/** Runs in the page, which can decode pictures. The script is text, because these tests have no browser types. */
function inPage<T>(page: Page, body: string, given: Record<string, string>): Promise<T> {
  const script = `(async () => {
    const pixelsOf = async (png) => {
      const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const plane = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      plane.drawImage(bitmap, 0, 0);
      return plane.getImageData(0, 0, bitmap.width, bitmap.height);
    };
    const apart = (a, at, b, other) =>
      Math.max(...[0, 1, 2].map((channel) => Math.abs(a[at * 4 + channel] - b[other * 4 + channel])));
    return (${body})(${JSON.stringify(given)});
  })()`;
  return page.evaluate<T>(script);
}
