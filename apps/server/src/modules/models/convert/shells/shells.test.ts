import { GeomsFbUtils, IfcImporter } from '@thatopen/fragments';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeSmallBuilding } from '../../../../testing/ifc/index.ts';
import { wasmFolder } from '../ifc-session.ts';
import { PackedProfiles } from './packed-profiles.ts';
import { Arena, PackedShell } from './packed-shells.ts';
import { PointTable } from './points.ts';
import { installFastShells, shellOf } from './shells.ts';
import type { ShellData } from '@thatopen/fragments';
import type { Mesh } from './shells.ts';

const settings = new IfcImporter().geometryProcessSettings;
const importersOwn = GeomsFbUtils.getShellData;

/** A mesh of separate triangles with flat normals and three numbers per point. */
function mesh(triangles: number[][][], raw = false): Mesh {
  const position: number[] = [];
  const normals: number[] = [];
  for (const [a = [], b = [], c = []] of triangles) {
    const [u, v] = [b, c].map((end) => end.map((value, axis) => value - (a[axis] ?? 0)));
    const [ux = 0, uy = 0, uz = 0] = u ?? [];
    const [vx = 0, vy = 0, vz = 0] = v ?? [];
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.hypot(...normal) || 1;
    position.push(...a, ...b, ...c);
    for (let i = 0; i < 3; i++) normals.push(...normal.map((value) => value / length));
  }
  return {
    position: Float32Array.from(position),
    normals: Float32Array.from(normals),
    index: Uint32Array.from({ length: position.length / 3 }, (_, i) => i),
    raw,
    settings,
  };
}

function quad(a: number[], b: number[], c: number[], d: number[]): number[][][] {
  return [
    [a, b, c],
    [a, c, d],
  ];
}

/** The six faces of a box at the origin. */
function box(x: number, y: number, z: number): number[][][] {
  return [
    ...quad([0, 0, 0], [0, y, 0], [x, y, 0], [x, 0, 0]),
    ...quad([0, 0, z], [x, 0, z], [x, y, z], [0, y, z]),
    ...quad([0, 0, 0], [x, 0, 0], [x, 0, z], [0, 0, z]),
    ...quad([0, y, 0], [0, y, z], [x, y, z], [x, y, 0]),
    ...quad([0, 0, 0], [0, 0, z], [0, y, z], [0, y, 0]),
    ...quad([x, 0, 0], [x, y, 0], [x, y, z], [x, 0, z]),
  ];
}

/** A square plate with a square hole: eight triangles in one plane. */
function holedPlate(): number[][][] {
  const outer = [
    [0, 0, 0],
    [4, 0, 0],
    [4, 4, 0],
    [0, 4, 0],
  ];
  const inner = [
    [1, 1, 0],
    [3, 1, 0],
    [3, 3, 0],
    [1, 3, 0],
  ];
  return [0, 1, 2, 3].flatMap((side) => {
    const next = (side + 1) % 4;
    return quad(outer[side] ?? [], outer[next] ?? [], inner[next] ?? [], inner[side] ?? []);
  });
}

/** The shell with an ordinary Map instead of the packed one, for comparison. */
function plain(shell: ShellData): ShellData {
  return { ...shell, profiles: new Map(shell.profiles) };
}

async function rawFragments(text: string): Promise<Buffer> {
  const importer = new IfcImporter();
  importer.wasm = { path: wasmFolder, absolute: true };
  const bytes = await importer.process({ bytes: new TextEncoder().encode(text), raw: true, id: 'same' });
  return Buffer.from(bytes);
}

describe('shells', () => {
  it.each([
    ['a box', box(4, 2, 3)],
    ['a plate with a hole', holedPlate()],
    [
      'two boxes apart',
      [...box(1, 1, 1), ...box(2, 3, 4).map((triangle) => triangle.map(([x = 0, ...rest]) => [x + 9, ...rest]))],
    ],
    [
      'three triangles on one edge',
      quad([0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]).concat([
        [
          [0, 0, 0],
          [1, 1, 0],
          [0.2, 0.9, 0],
        ],
      ]),
    ],
    [
      'a needle that counts as noise',
      [
        ...box(1, 1, 1),
        [
          [0, 0, 5],
          [0, 0, 5],
          [1, 0, 5],
        ],
      ],
    ],
    [
      'a sheet folded back on itself',
      [
        ...quad([0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]),
        [
          [0, 0, 0],
          [1, 0, 0],
          [1, 1, 0],
        ],
      ],
    ],
  ])("of %s equal the importer's own", (_, triangles) => {
    const given = mesh(triangles);
    expect(plain(shellOf(given))).toEqual(importersOwn.call(GeomsFbUtils, given));
  });

  it("of terrain and of very detailed shapes equal the importer's own", () => {
    const fan = Array.from({ length: 1200 }, (_, i) => {
      const [from, to] = [i, i + 1].map((step) => (2 * Math.PI * step) / 1200);
      return [
        [0, 0, 0],
        [Math.cos(from ?? 0), Math.sin(from ?? 0), i % 7],
        [Math.cos(to ?? 0), Math.sin(to ?? 0), (i + 1) % 7],
      ];
    });
    for (const given of [mesh(box(1, 2, 3), true), mesh(fan)]) {
      expect(plain(shellOf(given))).toEqual(importersOwn.call(GeomsFbUtils, given));
    }
  });

  it("of a whole building equal the importer's own to the last byte", async () => {
    const text = writeSmallBuilding({ storeys: 2, variety: 1 });
    const own = await rawFragments(text);
    onTestFinished(() => {
      GeomsFbUtils.getShellData = importersOwn;
    });
    installFastShells();
    const ours = await rawFragments(text);
    expect(GeomsFbUtils.getShellData).not.toBe(importersOwn);
    expect(own.length).toBeGreaterThan(100_000);
    expect(ours.equals(own)).toBe(true);
  });

  it('have one border and one hole for a plate with a hole', () => {
    const shell = shellOf(mesh(holedPlate()));
    expect([...shell.profiles.values()].map((profile) => profile.length)).toEqual([4]);
    expect(shell.holes.get(0)?.map((hole) => hole.length)).toEqual([4]);
  });

  it('keep the triangles where borders meet in a point and the importer loses the shape', () => {
    const corner = [1, 1, 0];
    const given = mesh([
      ...quad([0, 0, 0], [1, 0, 0], corner, [0, 1, 0]),
      ...quad(corner, [2, 1, 0], [2, 2, 0], [1, 2, 0]),
      ...quad([1, 0, 0], [2, 0, 0], [2, 1, 0], corner),
    ]);
    const shell = shellOf(given);
    expect(shell.points.length).toBeGreaterThanOrEqual(8);
    expect([...shell.profiles.values()].flat().length).toBeGreaterThan(0);
  });

  it('refuse a shape without extent', () => {
    expect(() =>
      shellOf(
        mesh([
          [
            [0, 0, 0],
            [0, 0, 0],
            [0, 0, 0],
          ],
        ]),
      ),
    ).toThrow(/extent/);
  });
});

describe('packed shells', () => {
  it('unpack to their input on each access, from one shared block', () => {
    const arena = new Arena();
    const shells = [shellOf(mesh(box(4, 2, 3))), shellOf(mesh(holedPlate())), shellOf(mesh(box(1, 2, 3), true))];
    const packed = shells.map((shell) => new PackedShell(shell, arena));
    for (const [index, shell] of shells.entries()) {
      for (let round = 0; round < 2; round++) {
        const { bbox, type, profiles, holes, points, profilesFaceIds } = packed[index] ?? shell;
        expect(plain({ bbox, type, profiles, holes, points, profilesFaceIds })).toEqual(plain(shell));
      }
    }
    expect(arena.take(1).buffer).toBe(arena.take(1).buffer);
    expect(arena.take(500_000).length).toBe(500_000);
  });
});

describe('packed profiles', () => {
  it('behave like the Map they replace', () => {
    const lists = [
      [0, 1, 2],
      [3, 70_000, 4, 5],
      [6, 7, 8],
    ];
    const packed = PackedProfiles.of(lists);
    expect([...packed]).toEqual([...lists.entries()]);
    expect([packed.size, [...packed.keys()], [...packed.values()]]).toEqual([3, [0, 1, 2], lists]);
    expect([packed.get(1), packed.get(3), packed.get(-1), packed.has(2), packed.has(0.5)]).toEqual([
      lists[1],
      undefined,
      undefined,
      true,
      false,
    ]);
    expect([...PackedProfiles.ofTriangles(Uint32Array.of(1, 2, 3, 4, 5, 6)).values()]).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect([...PackedProfiles.of([])]).toEqual([]);
  });
});

describe('the point table', () => {
  it('gives equal points one number, for any number of points', () => {
    const table = new PointTable(4);
    const numbers = new Map<string, number>();
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 5000; i++) {
        const [x, y, z] = [i % 17, Math.floor(i / 17) / 8, -i];
        const number = table.add(x, y, z);
        expect(numbers.get(`${x} ${y} ${z}`) ?? number).toBe(number);
        numbers.set(`${x} ${y} ${z}`, number);
      }
    }
    expect(table.size).toBe(5000);
    expect(table.add(0, 0, 0)).toBe(table.add(-0, -0, -0));
  });
});
