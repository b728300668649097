import { vi } from 'vitest';

/**
 * How long a test waits for what must come: a second, as the tools have it, is too short for a message through the job queue while
 * other tests have both processors. What comes ends the wait at once, so this costs time only where something is wrong.
 */
const PATIENCE_MS = 10_000;

const { waitFor } = vi;
const patiently: typeof waitFor = (look, options = PATIENCE_MS) => waitFor(look, options);

// Files that share a worker come here one after the other and meet the same `vi`.
if (waitFor.name !== patiently.name) vi.waitFor = patiently;
