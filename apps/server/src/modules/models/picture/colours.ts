import { AXES, dot, type Vec } from './view.ts';

/**
 * Light and colours of the viewer's light theme (packages/viewer, theme.ts and stage.ts). The list shows pictures drawn here
 * beside pictures that browsers sent.
 */
export type Rgb = readonly [number, number, number];

/** Converts an sRGB byte to linear light. */
export const linear = (byte: number): number => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

/** Converts linear light to an sRGB byte. */
export const encoded = (value: number): number => {
  const within = Math.min(1, Math.max(0, value));
  return Math.round(255 * (within <= 0.0031308 ? within * 12.92 : 1.055 * within ** (1 / 2.4) - 0.055));
};

const hex = (text: string): Rgb => {
  const bits = Number.parseInt(text, 16);
  return [linear(bits >> 16), linear((bits >> 8) & 255), linear(bits & 255)];
};

export const BACKGROUND = { top: [0xfb, 0xfc, 0xfd] as const, bottom: [0xdd, 0xe3, 0xea] as const };
export const LINE = hex('1f2329');
export const LINE_STRENGTH = 0.62;
export const ALIGNMENT = hex('c2410c');

const GROUND = hex('a9b0ba');
const unit = (v: Vec): Vec => {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
};
const { right, forward } = AXES;
const level = unit([forward[0], 0, forward[2]]);
const towards = (r: number, y: number, l: number): Vec =>
  unit([right[0] * r + level[0] * l, y, right[2] * r + level[2] * l]);
const KEY = towards(-0.75, 1.1, -0.8);
const FILL = towards(1, 0.1, -0.4);

/** Light on a face, for each colour: sky and ground, ambient light, and two lamps behind the camera. */
export function lightOn(normal: Vec): Rgb {
  const up = 0.5 * normal[1] + 0.5;
  const lamps = 0.35 + 1.7 * Math.max(0, dot(normal, KEY)) + 0.5 * Math.max(0, dot(normal, FILL));
  const one = (ground: number): number => (1.5 * (ground + (1 - ground) * up) + lamps) / Math.PI;
  return [one(GROUND[0]), one(GROUND[1]), one(GROUND[2])];
}
