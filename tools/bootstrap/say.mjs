/** Lines for the person at the terminal. On stderr: what a command prints on stdout stays its own (and the last line of `npm test`). */
export function say(line) {
  process.stderr.write(`prdm: ${line}\n`);
}

/** A start that cannot go on, told in one line and without a stack: the person can act on the line, not on our stack. */
export class CannotStart extends Error {}

/** The person (or the system) asked to stop while the bootstrap was still preparing. */
export class Interrupted extends Error {
  constructor(signal) {
    super(`stopped by ${signal}`);
    this.signal = signal;
  }
}

export function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
