/** Colours for entries of dictionaries. White text on each of them has a contrast of at least 4.5:1. */
export const PALETTE = {
  blue: '#1f5fd6',
  indigo: '#3d4fb8',
  purple: '#6b3fb5',
  magenta: '#a3196b',
  red: '#b3261e',
  orange: '#a8480b',
  amber: '#8a5a00',
  brown: '#7a4b2a',
  olive: '#5b6b00',
  green: '#136c43',
  teal: '#0b6470',
  grey: '#5b626c',
} as const;

export type PaletteName = keyof typeof PALETTE;
export const PALETTE_NAMES = Object.keys(PALETTE) as PaletteName[];

/** Relative luminance of '#rrggbb' from 0 to 1 (WCAG 2.1). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, from 1 to 21 (WCAG 2.1). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const INK = '#1f2329';

/** Colour of text on a background: white where it can be read, else dark. */
export const inkOn = (background: string): string => (contrast(background, '#ffffff') >= 4.5 ? '#ffffff' : INK);
