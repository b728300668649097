// Preloaded into every command of the bootstrap. A Ctrl+C reaches the program twice: from the terminal and from the
// bootstrap. The bootstrap must forward it, because a `kill` of npm or of the bootstrap reaches no other process. A
// program that treats the second signal as "stop at once" would never stop in order. Only the first signal counts.
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
