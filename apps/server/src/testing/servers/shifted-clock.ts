import { readFileSync } from 'node:fs';

/*
 * Loaded before the program of a test (node --import). The program's clock is ahead by the milliseconds in CLOCK_FILE. It reads
 * the file on SIGUSR2. Timers run on, because they use another clock.
 */
const RealDate = Date;
const file = process.env['CLOCK_FILE'] ?? '';
let ahead = 0;
const now = (): number => RealDate.now() + ahead;

process.on('SIGUSR2', () => {
  ahead = Number(readFileSync(file, 'utf8'));
});
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made) as Date,
  get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
});
