import type { ThemeName } from './types.ts';

/**
 * Colours of the drawing for each theme, as CSS colours. `selection` and `cut` differ in hue and tone in both themes.
 */
export type Theme = {
  readonly backgroundTop: string;
  readonly backgroundBottom: string;
  /** Line drawn where surfaces meet or end. */
  readonly line: string;
  readonly lineStrength: number;
  /** Flat colour of a solid that a section plane cut open. */
  readonly cut: string;
  readonly selection: string;
  /** Alignment lines of roads and railways. */
  readonly alignment: string;
  /** Dimension lines, section frames and handles, and the halo that keeps them legible over the model. */
  readonly ink: string;
  readonly halo: string;
  readonly labelText: string;
  readonly labelSurface: string;
  readonly sky: string;
  readonly ground: string;
};

export const themes: Record<ThemeName, Theme> = {
  light: {
    backgroundTop: '#fbfcfd',
    backgroundBottom: '#dde3ea',
    line: '#1f2329',
    lineStrength: 0.62,
    cut: '#566273',
    selection: '#2f7bff',
    alignment: '#c2410c',
    ink: '#1f5fd6',
    halo: '#ffffff',
    labelText: '#1f2329',
    labelSurface: '#ffffff',
    sky: '#ffffff',
    ground: '#a9b0ba',
  },
  dark: {
    backgroundTop: '#2a2e34',
    backgroundBottom: '#131416',
    line: '#08090a',
    lineStrength: 0.72,
    cut: '#8e98a6',
    selection: '#4d94ff',
    alignment: '#fb923c',
    ink: '#7aa7ff',
    halo: '#131416',
    labelText: '#e6e8eb',
    labelSurface: '#26292d',
    sky: '#f2f5fa',
    ground: '#868d97',
  },
};
