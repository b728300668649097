// Preloaded into every command the bootstrap runs. A Ctrl+C reaches the program twice: from the terminal, and passed on by
// the bootstrap (which has to pass it on, because a `kill` of npm or of the bootstrap alone reaches nobody else). A program
// that takes the second signal for "stop at once" would then never stop in order. So the first counts, its echo does not.
const SIGNALS = new Set(['SIGINT', 'SIGTERM', 'SIGHUP']);
const SAME_REQUEST_MS = 1500;

let last = -Infinity;
const emit = process.emit;

process.emit = function emitOncePerRequest(name, ...args) {
  if (SIGNALS.has(name)) {
    const now = performance.now();
    if (now - last < SAME_REQUEST_MS) return true;
    last = now;
  }
  return emit.call(this, name, ...args);
};
