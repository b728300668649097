import { randomBytes } from 'node:crypto';
import { decryptTransfer } from '@prdm/contract/kit/cipher';
import { randomToken } from '../../../platform/crypto.ts';
import type { ModuleDb } from '../../../platform/db.ts';
import { networkOf } from '../../../platform/http/network.ts';
import { transferKeysRepo, type KeyOwner, type TransferKey, type TransferTables } from './transfer-keys.repo.ts';

interface TransferParts {
  readonly tables: ModuleDb<TransferTables>;
}

/** An encrypted text and the allowed number of characters after decryption. */
export interface SealedText {
  readonly text: string;
  readonly min: number;
  readonly max: number;
}

/** Selects the key of a call: by `kid`, or without it by trying the keys of the owner. */
export interface SealedCall {
  readonly kid: string | undefined;
  readonly owner: KeyOwner;
  /** The enterprise setting `accept_default_key`. It is read only for a call without `kid` that no issued key fits. */
  readonly acceptsDefaultKey: () => Promise<boolean>;
}

/**
 * Issues a key for one transfer and records the requesting session and address. An address (of IPv6 the /64) over its
 * limit loses its oldest unspent key.
 */
export async function newTransferKey(
  { tables }: TransferParts,
  requester: { sessionId: number | null; ip: string },
): Promise<TransferKey> {
  const row = { kid: randomToken(18), key: randomBytes(16).toString('hex'), iv: randomBytes(8).toString('hex') };
  const repo = transferKeysRepo(tables.read);
  const ip = networkOf(requester.ip);
  await repo.add({ ...row, session_id: requester.sessionId, ip });
  await repo.trim(ip);
  return row;
}

/**
 * Decrypts the texts of one call and spends the key, exactly once under parallel calls. Returns null without a key:
 * an unknown, expired or spent `kid`, or no key that fits. With `kid` an unreadable text is null in the list.
 */
export async function openTexts(
  { tables }: TransferParts,
  { kid, owner, acceptsDefaultKey }: SealedCall,
  sealed: readonly SealedText[],
): Promise<(string | null)[] | null> {
  const repo = transferKeysRepo(tables.read);
  if (kid !== undefined && kid !== '') {
    const spent = await repo.spend(kid);
    return spent ? sealed.map(({ text }) => decryptTransfer(text, spent.key, spent.iv)) : null;
  }
  for (const candidate of await repo.newest({ ...owner, ip: owner.ip === null ? null : networkOf(owner.ip) })) {
    const opened = openedBy(sealed, candidate);
    if (opened && (await repo.spend(candidate.kid))) return opened;
  }
  return (await acceptsDefaultKey()) ? openedBy(sealed) : null;
}

/** All texts under one key. Null when the key does not fit: a text is no UTF-8 or has a length that is not allowed. */
function openedBy(sealed: readonly SealedText[], pair?: Pick<TransferKey, 'key' | 'iv'>): string[] | null {
  const opened: string[] = [];
  for (const { text, min, max } of sealed) {
    const clear = decryptTransfer(text, pair?.key, pair?.iv);
    const length = clear === null ? -1 : [...clear].length;
    if (clear === null || length < min || length > max) return null;
    opened.push(clear);
  }
  return opened;
}
