import { buffer } from 'node:stream/consumers';
import { startGuard } from '../processes/guard.ts';
import { thumbnailOf } from './decode.ts';
import type { ImageKind } from './kind.ts';

/** The decoding process: takes a picture on stdin, sends its thumbnail or the reason, exits. */
const { kind, parentPid } = JSON.parse(process.argv[2] ?? '') as { kind: ImageKind; parentPid: number };
startGuard(parentPid);

export type Decoded = { readonly thumb: string } | { readonly failure: string };

const decoded = await thumbnailOf(await buffer(process.stdin), kind).then(
  (thumb): Decoded => ({ thumb: thumb.toString('base64') }),
  // The bytes came from outside, so the picture is to blame for every error.
  (error: unknown): Decoded => ({ failure: String(error) }),
);
await new Promise<void>((resolve) => {
  if (process.send) process.send(decoded, () => resolve());
  else resolve();
});
process.exit(0);
