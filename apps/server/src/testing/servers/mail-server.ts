import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  /** The recipients of the SMTP conversation, not of the header. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly messageId: string;
  readonly text: string;
}

export interface MailServer {
  /** Value of SMTP_URL. */
  readonly url: string;
  readonly received: ReceivedMail[];
  /** Resolves with the first mail to this address after the first `from` received ones. */
  arrived(to: string, from?: number): Promise<ReceivedMail>;
  /** The server stops listening, and open connections end. */
  down(): Promise<void>;
  /** It listens again on the same port. */
  up(): Promise<void>;
}

/** A real SMTP server on the loopback interface. `refuse` returns the SMTP status for a recipient, or undefined to accept. */
export async function startMailServer(
  refuse: (to: string) => number | undefined = () => undefined,
): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  let port = 0;
  let server: SMTPServer | undefined;

  const up = async (): Promise<void> => {
    const next = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo({ address }, _session, done) {
        const status = refuse(address);
        done(status === undefined ? null : Object.assign(new Error('not here'), { responseCode: status }));
      },
      onData(stream, { envelope }, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          received.push({
            from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
            to: envelope.rcptTo.map(({ address }) => address),
            ...readMail(Buffer.concat(chunks).toString('latin1')),
          });
          done();
          for (const wake of waiting) wake();
        });
      },
    });
    next.on('error', () => undefined); // a connection that ended early
    await new Promise<void>((resolve) => next.listen(port, '127.0.0.1', () => resolve()));
    port = (next.server.address() as AddressInfo).port;
    server = next;
  };
  await up();
  return {
    url: `smtp://127.0.0.1:${port}?from=${encodeURIComponent('PRDM <prdm@institute.example>')}`,
    received,
    arrived: (to, from = 0) =>
      new Promise((resolve) => {
        const look = () => {
          const found = received.slice(from).find((mail) => mail.to.includes(to));
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    down: () => new Promise((resolve) => (server ? server.close(() => resolve()) : resolve())),
    up,
  };
}

/** Reads a mail of one text part. `raw` has one character for each byte. */
function readMail(raw: string): Pick<ReceivedMail, 'subject' | 'messageId' | 'text'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1] ?? '';
  const body = rest.join('\r\n\r\n');
  const encoding = header('Content-Transfer-Encoding').toLowerCase();
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : Buffer.from(encoding === 'quoted-printable' ? unquoted(body.replace(/=\r\n/g, '')) : body, 'latin1');
  return {
    subject: words(header('Subject')),
    messageId: header('Message-ID'),
    text: bytes.toString('utf8').replaceAll('\r\n', '\n'),
  };
}

const unquoted = (text: string): string =>
  text.replace(/=([0-9A-F]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Decodes the encoded words of a header. */
const words = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_whole, kind: string, text: string) =>
      (kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64')
        : Buffer.from(unquoted(text.replaceAll('_', ' ')), 'latin1')
      ).toString('utf8'),
    );
