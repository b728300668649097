import type { Vec3 } from './types.ts';

/**
 * Fragments are always in metres, for every unit of the IFC. Users read millimetres. The scene is never scaled, only
 * numbers are.
 */
export const MM_PER_METRE = 1000;

export function toMm(metres: number): number {
  return metres * MM_PER_METRE;
}

export function toMetres(mm: number): number {
  return mm / MM_PER_METRE;
}

/**
 * Converts the drawing space (Y up, metres) to model axes (Z up, millimetres). For directions and differences only: the
 * drawing space begins near the model, not at its origin.
 */
export function toModelMm([x, y, z]: Vec3): Vec3 {
  return [toMm(x), toMm(-z) || 0, toMm(y)];
}

/** Straight distance between two points of the drawing space in millimetres. */
export function distanceMm(from: Vec3, to: Vec3): number {
  return toMm(Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]));
}

/**
 * A length as on a drawing: whole millimetres without separators. Below 10 mm it keeps one decimal. A whole number
 * would hide the difference between a gap and a touch.
 */
export function lengthText(mm: number): string {
  const shown = Math.abs(mm) < 10 ? Math.round(mm * 10) / 10 : Math.round(mm);
  return `${shown === 0 ? 0 : shown} mm`;
}
