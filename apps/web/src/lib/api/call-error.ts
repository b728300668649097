/** A call that did not succeed: the answer's code, its message in the reader's language, and the form field it is about. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: number;
  readonly field: string | null;
  /** What the answer told besides, e.g. retry_after or request_id. */
  readonly data: unknown;
  /** The person has already been told (toast, box or error page), so nobody else need. */
  readonly told: boolean;
  /** The code is one of those with an error page of their own (404 403 410 444 443), and it speaks of a record. */
  readonly hasErrorPage: boolean;

  constructor(
    code: number,
    msg: string,
    facts: { field?: string | null; data?: unknown; told?: boolean; hasErrorPage?: boolean } = {},
  ) {
    super(msg);
    this.code = code;
    this.field = facts.field ?? null;
    this.data = facts.data ?? null;
    this.told = facts.told ?? false;
    this.hasErrorPage = facts.hasErrorPage ?? false;
  }

  get msg(): string {
    return this.message;
  }
}

/** Transport failures have no code of the wire. */
export const NO_ANSWER = -1;
