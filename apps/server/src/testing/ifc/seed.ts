import { createHash } from 'node:crypto';

const GUID_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$';

/**
 * The IFC GlobalId (22 characters of IFC's own base 64) of a key under a seed. It depends on nothing else, so a
 * component keeps its GlobalId when another is added. Two versions of a model can therefore be compared.
 */
export function ifcGuid(seed: string, key: string): string {
  const digest = createHash('md5').update(seed).update('\u0000').update(key).digest();
  let bits = BigInt(`0x${digest.toString('hex')}`);
  let guid = '';
  for (let i = 0; i < 22; i++) {
    guid = GUID_ALPHABET[Number(bits & 63n)] + guid;
    bits >>= 6n;
  }
  return guid;
}

/** A repeatable source of numbers in [0, 1) (the mulberry32 generator), so that a seed always gives the same model. */
export function seededRandom(seed: string): () => number {
  let state = createHash('md5').update(seed).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
