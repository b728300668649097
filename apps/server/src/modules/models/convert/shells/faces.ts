/** A flat face under construction: connected triangles of one plane, and the edges that only one of them has. */
export interface Face {
  id: number;
  /** Index of the plane. */
  plane: number;
  /** Every edge of the face's triangles by its undirected key, with its last direction. */
  edges: Map<number, number>;
  /** Keys of the border edges, in the order in which they became border edges. */
  open: Set<number>;
}

/**
 * Joins triangles of one plane into faces. An open edge belongs to only one face of its plane, because a triangle with that edge
 * joins the face. An index of open edges therefore finds the touched faces without a search through all.
 */
export class FaceBuilder {
  readonly #span: number;
  readonly #faces: (Face | null)[] = [];
  #plane = 0;
  #owners = new Map<number, Face>();

  /** `span`: larger than any point number. */
  constructor(span: number) {
    this.#span = span;
  }

  /** Starts the next plane. Faces of different planes are never joined. */
  startPlane(plane: number): void {
    this.#plane = plane;
    this.#owners = new Map();
  }

  add(a: number, b: number, c: number): void {
    const edges = [this.edge(a, b), this.edge(b, c), this.edge(c, a)] as const;
    const touched: Face[] = [];
    for (const edge of edges) {
      const owner = this.#owners.get(edge.key);
      if (owner && !touched.includes(owner)) touched.push(owner);
    }
    // The oldest face absorbs the others. The order of faces decides the order of the output.
    touched.sort((one, other) => one.id - other.id);
    const face = touched[0] ?? this.start();
    for (const { key, direction } of edges) {
      this.toggle(face, key);
      face.edges.set(key, direction);
    }
    for (let i = 1; i < touched.length; i++) this.merge(face, touched[i]);
  }

  /** The finished faces, oldest first. */
  faces(): Face[] {
    return this.#faces.filter((face) => face !== null);
  }

  /** The two ends of an edge in its last direction. */
  ends(direction: number): [from: number, to: number] {
    return [Math.floor(direction / this.#span), direction % this.#span];
  }

  private start(): Face {
    const face: Face = { id: this.#faces.length, plane: this.#plane, edges: new Map(), open: new Set() };
    this.#faces.push(face);
    return face;
  }

  private edge(from: number, to: number): { key: number; direction: number } {
    const span = this.#span;
    const direction = from * span + to;
    return { key: from < to ? direction : to * span + from, direction };
  }

  /** A second triangle on the same edge closes it. A third one (a fold) opens it again. */
  private toggle(face: Face, key: number): void {
    if (face.open.delete(key)) {
      this.#owners.delete(key);
    } else {
      face.open.add(key);
      this.#owners.set(key, face);
    }
  }

  private merge(face: Face, other: Face | undefined): void {
    if (!other) return;
    for (const [key, direction] of other.edges) face.edges.set(key, direction);
    for (const key of other.open) this.toggle(face, key);
    this.#faces[other.id] = null;
  }
}
