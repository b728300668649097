import { createTransport } from 'nodemailer';

/** The mail server and the sender, from SMTP_URL. */
export interface Smtp {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (smtps). With smtp the connection changes to TLS when the server offers it. */
  readonly secure: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
  readonly from: string;
}

const SENDER = /^([^<>\r\n]* <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

/** Why a value of SMTP_URL cannot be used, in English for the operator, or null. */
export function smtpProblem(value: string): string | null {
  if (!URL.canParse(value) || !['smtp:', 'smtps:'].includes(new URL(value).protocol))
    return 'must be an address beginning with smtp:// or smtps://';
  const url = new URL(value);
  if (url.hostname === '') return 'must name the mail server';
  const unknown = [...url.searchParams.keys()].filter((key) => key !== 'from');
  if (unknown.length > 0) return `has an unknown option: ${unknown.join(', ')}`;
  try {
    return SENDER.test(smtpOf(value).from) ? null : 'must name the sender: smtp://host:port?from=name@example.com';
  } catch {
    return 'has a percent sign that must be written %25';
  }
}

/** The parts of a value without `smtpProblem`. Without `from`, the user of the sign-in is the sender. */
export function smtpOf(value: string): Smtp {
  const url = new URL(value);
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    auth: user === '' ? null : { user, pass: decodeURIComponent(url.password) },
    from: url.searchParams.get('from') ?? user,
  };
}

export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
  /** Stays the same in every attempt, so that a mail program recognises a second copy. */
  readonly messageId: string;
}

/** The result of an attempt. `reason` has no address and no text of the mail, so it can be logged. */
export type Delivery =
  | { readonly result: 'accepted' }
  | { readonly result: 'unreachable' | 'put-off' | 'refused'; readonly reason: string };

const CONNECT_MS = 15_000;
const SILENCE_MS = 30_000;

export type Deliver = (letter: Letter) => Promise<Delivery>;

/** Gives one mail to the mail server. It reads no file and no address for a mail's content. */
export function smtpDelivery({ host, port, secure, auth, from }: Smtp): Deliver {
  const transport = createTransport({
    host,
    port,
    secure,
    ...(auth === null ? {} : { auth }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to, subject, text, html, messageId }) => {
    try {
      // As an object the address is one recipient, also with a comma in it.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html, messageId });
      return { result: 'accepted' };
    } catch (error) {
      return failureOf(error);
    }
  };
}

function failureOf(error: unknown): Delivery {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const status = typeof responseCode === 'number' ? responseCode : 0;
  const reason = [code, status || undefined].filter((part) => part !== undefined).join(' ') || 'unknown';
  // The server does not want this recipient or this text. Another attempt would change nothing.
  if ((code === 'EENVELOPE' || code === 'EMESSAGE') && status >= 500) return { result: 'refused', reason };
  return { result: status === 0 || code === 'EAUTH' ? 'unreachable' : 'put-off', reason };
}
