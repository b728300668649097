import { describe, expect, it } from 'vitest';
import type { Viewpoint } from './types.ts';
import { parseViewpoint, rebase, ViewpointError } from './viewpoint.ts';

const view: Viewpoint = {
  version: 1,
  origin: [0, 0, 0],
  camera: { position: [10, 5, 10], target: [0, 1, 0], projection: 'orthographic' },
  sections: [{ point: [0, 3, 0], normal: [0, 1, 0] }],
  hidden: ['1hOSvn6df7F8_7GcBWlS_W'],
  isolated: null,
  spaces: false,
  selection: [],
};

/** The stored JSON with one value changed. */
function spoiled(path: readonly (string | number)[], value: unknown): unknown {
  const copy: unknown = structuredClone(view);
  let at = copy as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
  at[path.at(-1) ?? ''] = value;
  return copy;
}

function pathOfFailure(json: unknown): string {
  try {
    parseViewpoint(json);
  } catch (error) {
    if (error instanceof ViewpointError) return error.path;
    throw error;
  }
  return 'nothing failed';
}

describe('a stored viewpoint', () => {
  it('reads back what was written, through JSON', () => {
    expect(parseViewpoint(JSON.parse(JSON.stringify(view)))).toEqual(view);
    const isolated = { ...view, isolated: ['a', 'b'], spaces: true };
    expect(parseViewpoint(isolated)).toEqual(isolated);
  });

  it('drops unknown fields and duplicate GUIDs', () => {
    expect(parseViewpoint({ ...view, hidden: ['a', 'a'], title: 'x', localIds: [1] })).toEqual({
      ...view,
      hidden: ['a'],
    });
  });

  it('makes normals one long', () => {
    const [plane] = parseViewpoint(spoiled(['sections', 0, 'normal'], [0, -4, 0])).sections;
    expect(plane?.normal).toEqual([0, -1, 0]);
  });

  it.each([
    ['viewpoint', [], null],
    ['version', ['version'], 2],
    ['origin', ['origin'], [0, 0]],
    ['camera', ['camera'], undefined],
    ['camera.position', ['camera', 'position'], [0, 0, 'x']],
    ['camera.position', ['camera', 'position'], [0, 0, Number.NaN]],
    ['camera.target', ['camera', 'target'], [10, 5, 10]],
    ['camera.projection', ['camera', 'projection'], 'isometric'],
    ['sections', ['sections'], {}],
    ['sections', ['sections'], Array.from({ length: 65 }, () => view.sections[0])],
    ['sections[0]', ['sections', 0], 7],
    ['sections[0].normal', ['sections', 0, 'normal'], [0, 0, 0]],
    ['hidden[1]', ['hidden'], ['a', '']],
    ['isolated', ['isolated'], 'all'],
    ['spaces', ['spaces'], 1],
    ['selection[0]', ['selection'], [12]],
  ])('names the wrong place: %s', (path, place, value) => {
    expect(pathOfFailure(place.length === 0 ? value : spoiled(place, value))).toBe(path);
  });
});

describe('a view saved while another model gave the origin', () => {
  it('moves camera and sections by the difference, directions not', () => {
    const moved = rebase({ ...view, origin: [100, 0, -50] }, [90, 2, -50]);
    expect(moved.origin).toEqual([90, 2, -50]);
    expect(moved.camera.position).toEqual([0, 7, 10]);
    expect(moved.camera.target).toEqual([-10, 3, 0]);
    expect(moved.sections).toEqual([{ point: [-10, 5, 0], normal: [0, 1, 0] }]);
    expect(moved.hidden).toEqual(view.hidden);
  });

  it('stays as it is with the same origin', () => {
    expect(rebase(view, view.origin)).toEqual(view);
  });
});
