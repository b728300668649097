import { run } from '../../run.ts';

/* The real program with one change for tests: the database runs without fsync. */
await run({ unsafeDatabase: true });
