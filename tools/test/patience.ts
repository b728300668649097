import { vi } from 'vitest';

/**
 * The timeout of a test that waits for a state. The tools' default of a second is too short for a message through the
 * job queue while other tests use both processors. A state ends the wait at once, so the timeout costs time only on a
 * failure.
 */
const PATIENCE_MS = 10_000;

const { waitFor } = vi;
const patiently: typeof waitFor = (look, options = PATIENCE_MS) => waitFor(look, options);

// Files that share a worker run this one after the other with the same `vi`.
if (waitFor.name !== patiently.name) vi.waitFor = patiently;
