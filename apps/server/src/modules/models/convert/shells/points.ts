/**
 * Numbers points in the order of their first appearance, with equal numbers for equal coordinates. It is a hash table over plain
 * arrays. A Map with text keys costs more than the rest of the work on a shape.
 */
export class PointTable {
  readonly #x: number[] = [];
  readonly #y: number[] = [];
  readonly #z: number[] = [];
  #slots: Int32Array;
  #mask: number;

  constructor(expected: number) {
    let size = 16;
    while (size < expected * 2) size *= 2;
    this.#slots = new Int32Array(size);
    this.#mask = size - 1;
  }

  get size(): number {
    return this.#x.length;
  }

  /** The number of a point. */
  add(x: number, y: number, z: number): number {
    let slot = this.slotOf(x, y, z);
    let number = (this.#slots[slot] ?? 0) - 1;
    while (number >= 0) {
      if (this.#x[number] === x && this.#y[number] === y && this.#z[number] === z) return number;
      slot = (slot + 1) & this.#mask;
      number = (this.#slots[slot] ?? 0) - 1;
    }
    number = this.#x.push(x) - 1;
    this.#y.push(y);
    this.#z.push(z);
    this.#slots[slot] = number + 1;
    if (number * 2 > this.#mask) this.grow();
    return number;
  }

  x(number: number): number {
    return this.#x[number] ?? 0;
  }

  y(number: number): number {
    return this.#y[number] ?? 0;
  }

  z(number: number): number {
    return this.#z[number] ?? 0;
  }

  private slotOf(x: number, y: number, z: number): number {
    const mixed = Math.imul(x * 65536, 73856093) ^ Math.imul(y * 65536, 19349663) ^ Math.imul(z * 65536, 83492791);
    return (mixed ^ (mixed >>> 15)) & this.#mask;
  }

  private grow(): void {
    const size = this.#slots.length * 2;
    this.#slots = new Int32Array(size);
    this.#mask = size - 1;
    for (let number = 0; number < this.#x.length; number++) {
      let slot = this.slotOf(this.x(number), this.y(number), this.z(number));
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = number + 1;
    }
  }
}
