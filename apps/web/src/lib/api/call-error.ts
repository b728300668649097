/** A failed call: the code of the answer, its message in the reader's language, and the form field that it concerns. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: number;
  readonly field: string | null;
  /** Further data of the answer, e.g. retry_after or request_id. */
  readonly data: unknown;
  /** The user has already seen the message (toast, box or error page). The caller must not show it again. */
  readonly told: boolean;
  /** The code has its own error page (404 403 410 444 443), and the answer is about a record. */
  readonly hasErrorPage: boolean;
  /** The server or the network failed for a moment. The change may have been made; the same call may be sent again. */
  readonly isPassing: boolean;

  constructor(
    code: number,
    msg: string,
    facts: { field?: string | null; data?: unknown; told?: boolean; hasErrorPage?: boolean; isPassing?: boolean } = {},
  ) {
    super(msg);
    this.code = code;
    this.field = facts.field ?? null;
    this.data = facts.data ?? null;
    this.told = facts.told ?? false;
    this.hasErrorPage = facts.hasErrorPage ?? false;
    this.isPassing = facts.isPassing ?? false;
  }

  get msg(): string {
    return this.message;
  }
}

/** Code of a transport failure: the server sent no code. */
export const NO_ANSWER = -1;
