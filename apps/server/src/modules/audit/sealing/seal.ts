import { createHmac } from 'node:crypto';

/** The values of a row of the action log as the database writes them as text. */
export interface LogTexts {
  readonly id: string;
  readonly at: string;
  readonly user_id: string | null;
  readonly user_name: string;
  readonly ip: string;
  readonly agent: string;
  readonly event: string;
  readonly target_kind: string;
  readonly target_id: string | null;
  readonly target_name: string;
  readonly project_id: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

/** The place of a row in the chain of its enterprise. */
export interface Place {
  readonly enterpriseId: number;
  /** Counts from 1. */
  readonly position: number;
  /** The seal before it. Empty for the first row. */
  readonly previous: Buffer;
  readonly sealedAt: Date;
}

/** Names the form of the bytes. A change of the form needs another name. */
const FORM = 'prdm-action-seal-1';

/**
 * The seal of a row: HMAC (SHA-256) over the bytes of the row, its place and the seal before it. A JSON list holds the
 * values, so no two rows have equal bytes.
 */
export function sealOf(key: Buffer, row: LogTexts, { enterpriseId, position, previous, sealedAt }: Place): Buffer {
  const bytes = JSON.stringify([
    FORM,
    enterpriseId,
    position,
    previous.toString('hex'),
    sealedAt.toISOString(),
    row.id,
    row.at,
    row.user_id,
    row.user_name,
    row.ip,
    row.agent,
    row.event,
    row.target_kind,
    row.target_id,
    row.target_name,
    row.project_id,
    row.before,
    row.after,
  ]);
  return createHmac('sha256', key).update(bytes).digest();
}
