/**
 * Messages for the person at the terminal. They go to stderr, because stdout belongs to the command (and its last line
 * to `npm test`).
 */
export function say(line) {
  process.stderr.write(`prdm: ${line}\n`);
}

/**
 * An error that stops a start, printed as one line without a stack. The person can act on the line, not on the stack.
 */
export class CannotStart extends Error {}

/** The person or the system requested a stop during the preparation. */
export class Interrupted extends Error {
  constructor(signal) {
    super(`stopped by ${signal}`);
    this.signal = signal;
  }
}

export function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
