const [QUOTE, OPEN, CLOSE, STAR, SLASH, SEMICOLON] = [0x27, 0x28, 0x29, 0x2a, 0x2f, 0x3b];

/** Deeper than any entity of the schemas, whose lists nest four levels. */
export const DEEPEST = 200;

/** State of the scanner: inside a statement, a text or a comment. */
const [PLAIN, TEXT, COMMENT] = [0, 1, 2];

/**
 * Counts how deep the brackets nest within one statement, piece by piece. Brackets in texts and comments do not count. The reader
 * recurses once for each bracket, and 100,000 of them exhaust its stack.
 */
export class BracketDepth {
  #state = PLAIN;
  #depth = 0;
  #deepest = 0;
  /** The previous byte, because comment marks have two bytes. */
  #before = 0;

  get deepest(): number {
    return this.#deepest;
  }

  get tooDeep(): boolean {
    return this.#deepest > DEEPEST;
  }

  push(piece: Buffer): void {
    let [state, depth, deepest, before] = [this.#state, this.#depth, this.#deepest, this.#before];
    for (let i = 0; i < piece.length; i++) {
      const byte = piece[i] ?? 0;
      if (state === TEXT) {
        if (byte === QUOTE) state = PLAIN;
      } else if (state === COMMENT) {
        if (byte === SLASH && before === STAR) state = PLAIN;
      } else if (byte <= SEMICOLON) {
        if (byte === OPEN) {
          depth += 1;
          if (depth > deepest) deepest = depth;
        } else if (byte === CLOSE) depth -= 1;
        else if (byte === QUOTE) state = TEXT;
        else if (byte === SEMICOLON) depth = 0;
        else if (byte === STAR && before === SLASH) {
          state = COMMENT;
          before = 0;
          continue;
        }
      }
      before = byte;
    }
    this.#state = state;
    this.#depth = depth;
    this.#deepest = deepest;
    this.#before = before;
  }
}
