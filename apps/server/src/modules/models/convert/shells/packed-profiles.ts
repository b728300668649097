/**
 * The profiles of a shell, numbered from 0. The importer expects a Map, but the numbers are kept in one typed array. The importer
 * keeps the shells of the whole model until it writes them. A list object for each of a million profiles takes ten times the
 * memory of its numbers.
 */
export class PackedProfiles extends Map<number, number[]> {
  readonly #points: Uint32Array;
  /** Start of each profile in `#points`, with one more entry for the end. */
  readonly #starts: Uint32Array;

  constructor(points: Uint32Array, starts: Uint32Array) {
    super();
    this.#points = points;
    this.#starts = starts;
  }

  static of(profiles: readonly (readonly number[])[]): PackedProfiles {
    const starts = new Uint32Array(profiles.length + 1);
    for (const [index, profile] of profiles.entries()) starts[index + 1] = (starts[index] ?? 0) + profile.length;
    const points = new Uint32Array(starts[profiles.length] ?? 0);
    for (const [index, profile] of profiles.entries()) points.set(profile, starts[index]);
    return new PackedProfiles(points, starts);
  }

  /** Every three points are a profile. */
  static ofTriangles(points: Uint32Array): PackedProfiles {
    const starts = Uint32Array.from({ length: points.length / 3 + 1 }, (_, index) => index * 3);
    return new PackedProfiles(points, starts);
  }

  override get size(): number {
    return this.#starts.length - 1;
  }

  override get(index: number): number[] | undefined {
    return this.has(index)
      ? Array.from(this.#points.subarray(this.#starts[index], this.#starts[index + 1]))
      : undefined;
  }

  override has(index: number): boolean {
    return Number.isInteger(index) && index >= 0 && index < this.size;
  }

  override *entries(): MapIterator<[number, number[]]> {
    for (let index = 0; index < this.size; index++) yield [index, this.get(index) ?? []];
  }

  override *keys(): MapIterator<number> {
    for (let index = 0; index < this.size; index++) yield index;
  }

  override *values(): MapIterator<number[]> {
    for (const [, profile] of this.entries()) yield profile;
  }

  override [Symbol.iterator](): MapIterator<[number, number[]]> {
    return this.entries();
  }
}
