import { CODES } from '@prdm/contract/codes';
import { AppError, fail } from '../../../platform/errors.ts';
import type { RawCall } from '../../../platform/http/call-context.ts';
import { rangeOf } from '../../../platform/http/range.ts';
import { sendStored } from '../../../platform/http/send-stored.ts';
import type { Parts } from '../parts.ts';
import { disposition } from '../../../platform/http/content-disposition.ts';
import { contentType } from './content.ts';

/** Bytes to send, with the name under which they are saved. */
export interface Content {
  readonly id: number;
  readonly sha256: string;
  readonly size: number;
  readonly ext: string;
  readonly name: string;
  readonly inline: boolean;
}

/**
 * Sends stored bytes with Range. `saved` runs before the first byte of a download: one in several ranges counts once.
 * Content of users is shown only in the types of `content.ts`.
 */
export async function sendContent(
  parts: Parts,
  call: RawCall,
  { id, sha256, size, ext, name, inline }: Content,
  saved: () => Promise<void>,
): Promise<void> {
  if ((await parts.storage.size(sha256)) !== size) {
    parts.log.error({ id, sha256 }, 'the bytes of a file are missing');
    throw new AppError(CODES.notFound, 'files.lost', {}, { status: 404 });
  }
  const type = inline ? await contentType(parts.storage, { sha256, size, file: { ext } }) : null;
  if (inline && type === null) throw fail.denied();
  const range = rangeOf(call.request.headers.range, size);
  if (!inline && (range === null || (range !== 'unsatisfiable' && range.start === 0))) await saved();
  await sendStored(call, parts.storage, {
    sha256,
    size,
    type: type ?? 'application/octet-stream',
    cacheControl: 'private, no-store',
    headers: {
      'content-disposition': disposition(name, inline),
      'content-security-policy': inline && type === 'application/pdf' ? SAFE_PDF : SAFE,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}

/** Content of users never runs: not as a page, not as a script, not in a foreign frame and not by type sniffing. */
const SAFE = "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/**
 * Chromium does not start its PDF viewer in a sandbox, even with all permissions. The viewer is a separate process
 * without our origin. `default-src 'none'` stops scripts in viewers that are pages. The type with nosniff stops the
 * browser from reading the bytes as a page.
 */
const SAFE_PDF = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";
