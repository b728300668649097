import { Box3, Vector3 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import { CameraRig } from './camera.ts';
import type { Projection, ViewName } from '../types.ts';

const house = new Box3(new Vector3(-6, 0, -4), new Vector3(6, 8, 4));
let rig: CameraRig;
let changes = 0;

beforeEach(() => {
  changes = 0;
  rig = new CameraRig(() => changes++);
  rig.resize(1600, 900);
  rig.setBounds(house);
});

/** Position of a point on the screen, x and y from -1 to 1, and its depth. */
function seen(point: Vector3): Vector3 {
  rig.apply();
  return point.clone().project(rig.current);
}

function corners(box: Box3): Vector3[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map(
    (index) =>
      new Vector3(
        index & 1 ? box.max.x : box.min.x,
        index & 2 ? box.max.y : box.min.y,
        index & 4 ? box.max.z : box.min.z,
      ),
  );
}

const both: Projection[] = ['perspective', 'orthographic'];

describe.each(both)('in %s projection', (projection) => {
  beforeEach(async () => {
    rig.setProjection(projection);
    await rig.fit(house, 'iso', false);
  });

  it.each(['iso', 'top', 'bottom', 'front', 'back', 'left', 'right'] satisfies ViewName[])(
    'shows the whole model from %s and fills the window',
    async (view) => {
      await rig.fit(house, view, false);
      const places = corners(house).map(seen);
      const reach = Math.max(...places.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]));
      expect(reach).toBeLessThan(1);
      expect(reach).toBeGreaterThan(0.85);
      for (const { z } of places) expect(Math.abs(z)).toBeLessThan(1);
    },
  );

  it('turns around a point that keeps its place', () => {
    const pivot = new Vector3(6, 4, 2);
    const before = seen(pivot);
    const other = seen(new Vector3(-6, 0, 0));
    rig.orbit(pivot, 0.7, -0.2);
    const after = seen(pivot);
    expect(after.x).toBeCloseTo(before.x, 6);
    expect(after.y).toBeCloseTo(before.y, 6);
    expect(seen(new Vector3(-6, 0, 0)).distanceTo(other)).toBeGreaterThan(0.1);
  });

  it('zooms to a point that keeps its place', () => {
    const target = new Vector3(6, 4, 2);
    const before = seen(target);
    const size = rig.metresPerPixel(target);
    rig.zoom(0.5, target);
    expect(seen(target).x).toBeCloseTo(before.x, 6);
    expect(seen(target).y).toBeCloseTo(before.y, 6);
    expect(rig.metresPerPixel(target)).toBeCloseTo(size / 2, 6);
  });

  it('shifts a point with the pointer', () => {
    const held = new Vector3(0, 4, 0);
    const before = seen(held);
    rig.pan(160, -90, held);
    expect(seen(held).x - before.x).toBeCloseTo((160 / 1600) * 2, 6);
    expect(seen(held).y - before.y).toBeCloseTo((90 / 900) * 2, 6);
  });

  it('comes back to a saved place', () => {
    rig.orbit(new Vector3(1, 2, 3), 0.3, 0.1);
    const [eye, target, place] = [rig.eye(), rig.target(), seen(new Vector3(1, 1, 1))];
    void rig.fit(house, 'top', false);
    rig.set(eye, target, projection);
    expect(seen(new Vector3(1, 1, 1)).distanceTo(place)).toBeLessThan(1e-6);
  });

  it('sends the ray of a place through the point seen there', () => {
    const point = new Vector3(2, 3, 1);
    const { x, y } = seen(point);
    expect(rig.ray(x, y).distanceToPoint(point)).toBeLessThan(1e-5);
  });
});

it.each(['iso', 'top', 'front', 'left'] satisfies ViewName[])(
  'keeps clear of the bars over the window from %s and fills what is left',
  async (view) => {
    rig.margins = { top: 90, bottom: 45 };
    for (const projection of both) {
      rig.setProjection(projection);
      await rig.fit(house, view, false);
      const heights = corners(house).map((corner) => seen(corner).y);
      const [highest, lowest] = [Math.max(...heights), Math.min(...heights)];
      expect(highest).toBeLessThan(0.8);
      expect(lowest).toBeGreaterThan(-0.9);
      // The room above equals the room below, within the free part of the window.
      expect(0.8 - highest).toBeCloseTo(lowest + 0.9, 1);
    }
  },
);

it.each(both)('draws a model of 18 mm whole, in %s projection', async (projection) => {
  const tiny = new Box3(new Vector3(-0.009, 0, -0.006), new Vector3(0.009, 0.012, 0.006));
  rig.setBounds(tiny);
  rig.setProjection(projection);
  await rig.fit(tiny, 'iso', false);
  for (const corner of corners(tiny)) {
    const { x, y, z } = seen(corner);
    expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(1);
    expect(Math.abs(z), 'between the near and the far plane').toBeLessThan(1);
  }
  const across = corners(tiny).map((corner) => seen(corner).x);
  expect(Math.max(...across) - Math.min(...across)).toBeGreaterThan(0.5);
});

it('puts a flat and wide model into the middle, not above it', async () => {
  const road = new Box3(new Vector3(-100, 0, -30), new Vector3(100, 1, 30));
  rig.setBounds(road);
  await rig.fit(road, 'iso', false);
  const heights = corners(road).map((corner) => seen(corner).y);
  expect(Math.max(...heights) + Math.min(...heights)).toBeCloseTo(0, 3);
});

it('keeps the size of objects at the target when the projection changes', async () => {
  await rig.fit(house, 'front', false);
  const size = rig.metresPerPixel(rig.target());
  rig.setProjection('orthographic');
  expect(rig.metresPerPixel(rig.target())).toBeCloseTo(size, 9);
});

it('keeps the yaw of a plan view, which its direction does not contain', async () => {
  await rig.fit(house, 'left', false);
  const right = rig.right();
  rig.set(new Vector3(0, 30, 0), new Vector3(0, 0, 0), 'orthographic');
  expect(rig.right().distanceTo(right)).toBeLessThan(1e-9);
});

it('never tips over the zenith', () => {
  rig.orbit(new Vector3(), 0, -10);
  expect(rig.forward().y).toBeCloseTo(-1, 6);
});

it('walks level for every direction of view', () => {
  rig.set(new Vector3(0, 1.65, 10), new Vector3(0, 0.65, 9), 'perspective');
  rig.walk(0, 0, 2);
  expect(
    rig
      .eye()
      .toArray()
      .map((n) => Math.round(n * 1000) / 1000),
  ).toEqual([0, 1.65, 8]);
});

it('moves smoothly on request, and any gesture ends the movement', async () => {
  const arrived = rig.fit(house, 'back', true);
  expect(rig.step(performance.now() + 10)).toBe(true);
  rig.pan(1, 1, new Vector3());
  await arrived;
  expect(rig.step(performance.now())).toBe(false);
  const finished = rig.fit(house, 'back', true);
  const before = changes;
  expect(rig.step(performance.now() + 10_000)).toBe(false);
  expect(changes, 'the arrival fires the callback').toBe(before + 1);
  await finished;
  expect(rig.forward().z).toBeCloseTo(1, 6);
  expect(changes).toBeGreaterThan(0);
});
