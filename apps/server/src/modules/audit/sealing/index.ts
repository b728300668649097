export { NewestSeals } from './newest-seals.ts';
export { readSealKey } from './seal-key.ts';
export { Sealer, type SealingParts } from './sealer.ts';
export { verifyLog, type Problem, type Verified } from './verify.ts';
