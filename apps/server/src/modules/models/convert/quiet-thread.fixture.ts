import { monitorEventLoopDelay } from 'node:perf_hooks';
import { workerData } from 'node:worker_threads';

/**
 * A thread that does nothing but measure how late its own turns come: what the machine does to anybody right now.
 * Writes the worst delay in ms into the shared number it is given.
 */
const worst = workerData as Float64Array;
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
setInterval(() => {
  worst[0] = delay.max / 1e6;
}, 50);
