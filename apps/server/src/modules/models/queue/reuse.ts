import type { Trx } from '../../../platform/db.ts';
import { CONVERTER_VERSION, type ConvertMeta } from '../convert/index.ts';
import type { ConversionParts } from './jobs.ts';
import { queuedRepo } from './queue.repo.ts';
import type { Made } from './endings.ts';

/**
 * The current converter's result of the same bytes for another version of the enterprise, while the store still has it. The store
 * keeps geometry by its hash, so both versions refer to the same bytes. Nothing there is removed while a version refers to it.
 */
export async function madeOfSameBytes(
  parts: Pick<ConversionParts, 'tables' | 'fragments'>,
  trx: Trx,
  enterpriseId: number,
  sha256: string,
): Promise<Made | null> {
  const results = await queuedRepo(parts.tables.within(trx), enterpriseId).results(sha256, CONVERTER_VERSION);
  for (const { frag_sha256, frag_bytes, meta, thumb, thumb_type, drawn_at } of results) {
    if (frag_sha256 === null || frag_bytes === null) continue;
    if ((await parts.fragments.size(frag_sha256)) !== frag_bytes) continue;
    return { frag_sha256, frag_bytes, thumb, thumb_type, drawn_at, meta: meta as unknown as ConvertMeta };
  }
  return null;
}
