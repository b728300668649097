import { run } from '../run.ts';

/* The program as it is, but for tests: their database does not wait for the disk. */
await run({ unsafeDatabase: true });
