import { RepresentationClass } from '@thatopen/fragments';
import type { ShellData } from '@thatopen/fragments';
import { PackedProfiles } from './packed-profiles.ts';

/** Words of 32 bits in one block of an arena: 1 MB. */
const BLOCK = 256 * 1024;

/**
 * Memory for the numbers of many small shapes. A separate typed array costs about 350 bytes, several times the numbers of a wall.
 * A region of a shared block costs none.
 */
export class Arena {
  #block = new Uint32Array(0);
  #used = 0;

  /** A region of `words` words of 32 bits. It is never moved or freed. */
  take(words: number): Uint32Array {
    if (words > BLOCK / 4) return new Uint32Array(words);
    if (this.#used + words > this.#block.length) {
      this.#block = new Uint32Array(BLOCK);
      this.#used = 0;
    }
    this.#used += words;
    return this.#block.subarray(this.#used - words, this.#used);
  }
}

function at(array: ArrayLike<number>, index: number): number {
  return array[index] ?? 0;
}

/**
 * A shell that keeps its numbers in an arena and unpacks them on each access. The importer keeps the shells of the whole model
 * until it writes them one by one. As nested lists they are the largest part of the memory of a conversion. Points have 32 bits,
 * as in the file.
 */
export class PackedShell implements ShellData {
  readonly type = RepresentationClass.SHELL;
  readonly #buffer: ArrayBufferLike;
  readonly #offset: number;
  readonly #points: number;
  readonly #profiles: number;
  readonly #corners: number;
  readonly #holes: number;
  readonly #faceIds: number;

  constructor(shell: ShellData, arena: Arena) {
    const holes = Array.from(shell.holes, ([profile, lists]) => lists.map((list) => [profile, list.length, ...list]));
    const holeWords = holes.flat(2);
    this.#points = shell.points.length;
    this.#profiles = shell.profiles.size;
    this.#faceIds = shell.profilesFaceIds.length;
    this.#holes = holeWords.length;
    let corners = 0;
    for (const [, profile] of shell.profiles) corners += profile.length;
    this.#corners = corners;
    const region = arena.take(6 + 3 * this.#points + this.#profiles + 1 + corners + this.#holes + this.#faceIds);
    this.#buffer = region.buffer;
    this.#offset = region.byteOffset;

    const { min, max } = shell.bbox;
    const floats = this.floats(0, 6 + 3 * this.#points);
    floats.set([min.x, min.y, min.z, max.x, max.y, max.z]);
    for (const [index, point] of shell.points.entries()) floats.set(point, 6 + 3 * index);
    const starts = this.words(this.startsAt, this.#profiles + 1);
    const list = this.words(this.cornersAt, corners);
    let number = 0;
    for (const [, profile] of shell.profiles) {
      list.set(profile, at(starts, number));
      starts[number + 1] = at(starts, number) + profile.length;
      number += 1;
    }
    this.words(this.holesAt, this.#holes).set(holeWords);
    this.words(this.faceIdsAt, this.#faceIds).set(shell.profilesFaceIds);
  }

  get bbox(): ShellData['bbox'] {
    const box = this.floats(0, 6);
    return {
      min: { x: at(box, 0), y: at(box, 1), z: at(box, 2) },
      max: { x: at(box, 3), y: at(box, 4), z: at(box, 5) },
    };
  }

  get points(): number[][] {
    const floats = this.floats(6, 3 * this.#points);
    return Array.from({ length: this.#points }, (_, index) => [
      at(floats, 3 * index),
      at(floats, 3 * index + 1),
      at(floats, 3 * index + 2),
    ]);
  }

  get profiles(): PackedProfiles {
    return new PackedProfiles(this.words(this.cornersAt, this.#corners), this.words(this.startsAt, this.#profiles + 1));
  }

  get holes(): Map<number, number[][]> {
    const words = this.words(this.holesAt, this.#holes);
    const holes = new Map<number, number[][]>();
    let next = 0;
    while (next < words.length) {
      const profile = at(words, next);
      const end = next + 2 + at(words, next + 1);
      const lists = holes.get(profile) ?? [];
      lists.push(Array.from(words.subarray(next + 2, end)));
      holes.set(profile, lists);
      next = end;
    }
    return holes;
  }

  get profilesFaceIds(): number[] {
    return Array.from(this.words(this.faceIdsAt, this.#faceIds));
  }

  private get startsAt(): number {
    return 6 + 3 * this.#points;
  }

  private get cornersAt(): number {
    return this.startsAt + this.#profiles + 1;
  }

  private get holesAt(): number {
    return this.cornersAt + this.#corners;
  }

  private get faceIdsAt(): number {
    return this.holesAt + this.#holes;
  }

  private words(from: number, length: number): Uint32Array {
    return new Uint32Array(this.#buffer, this.#offset + 4 * from, length);
  }

  private floats(from: number, length: number): Float32Array {
    return new Float32Array(this.#buffer, this.#offset + 4 * from, length);
  }
}
