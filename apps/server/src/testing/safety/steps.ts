import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { getKeyIv, loginPwd } from '@prdm/contract/identity';
import { recoverPassword, sendCode, type CodeType } from '@prdm/contract/identity/recovery';
import { ssoCallback, ssoLink, ssoUrl } from '@prdm/contract/identity/sso';
import { startIdentityProvider } from '../servers/identity-provider.ts';
import { startMailServer } from '../servers/mail-server.ts';
import { ADMIN } from '../servers/start-app.ts';
import { callAt, signInAt, startTwo } from '../servers/start-two.ts';
import { buildPerson, PASSWORD, type BuiltPerson } from '../worlds/builders.ts';
import { encryptTransfer, sha256Hex } from '../worlds/calls.ts';
import { rawCall, type RawAnswer, type Wire } from './raw-call.ts';

/* Steps of the rows of the safety catalogue (the titles begin with the row). Two processes serve one installation. */
export const PUBLIC_URL = 'http://prdm.institute.example';
export const WRONG = 'wrong-one';
export const FRESH = 'Neu-Wort-26';

export type Safety = Awaited<ReturnType<typeof startSafety>>;

/** Two servers with a mail server and, with `sso`, an identity provider. */
export async function startSafety({ sso = false }: { readonly sso?: boolean } = {}) {
  const smtp = await startMailServer();
  const idp = sso ? await startIdentityProvider(PUBLIC_URL) : null;
  const two = await startTwo({ SMTP_URL: smtp.url, LOG_LEVEL: 'info', ...idp?.env(PUBLIC_URL), PUBLIC_URL });

  /** The two processes in turn. */
  const at = (turn: number): string => two.addresses[turn % 2] as string;
  let number = 0;
  let admin: Promise<string> | undefined;

  async function sealed(turn: number, text: string): Promise<{ password: string; kid: string }> {
    const { data } = await callAt(at(turn), getKeyIv, {});
    return { password: encryptTransfer(text, data.key, data.iv), kid: data.kid };
  }
  /** Requests a code and reads it from its mail. Other mails to the same address may arrive before. */
  async function codeFor(email: string, type: CodeType, wire: Wire = {}): Promise<string> {
    const before = smtp.received.length;
    expect(await rawCall(at(number), sendCode, { email, type }, wire)).toMatchObject({ code: 0 });
    const codes = () =>
      smtp.received
        .slice(before)
        .flatMap(({ to, text }) => (to.includes(email) ? (/\b\d{6}\b/.exec(text)?.[0] ?? []) : []));
    await expect.poll(codes).toHaveLength(1);
    return codes()[0] ?? '';
  }

  return {
    two,
    smtp,
    idp,
    /** New people, one after the other: the test's own process has few connections. */
    async people(count: number): Promise<BuiltPerson[]> {
      const people: BuiltPerson[] = [];
      for (let n = 0; n < count; n += 1) people.push(await buildPerson(two));
      return people;
    },
    at,
    sealed,
    query: (text: string, values: unknown[] = []) => two.platform.db.pool.query(text, values),
    admin: () => (admin ??= signInAt(at(0), ADMIN.account, ADMIN.password)),
    /** Each test has its own mail address and its own addresses of connections, so that no limit of another test matters. */
    fresh() {
      number += 1;
      const network = number;
      return { email: `person${number}@example.cn`, from: (n: number) => `127.1.${network}.${1 + (n % 250)}` };
    },
    enter: async (turn: number, account: string, password: string, wire: Wire = {}): Promise<RawAnswer> =>
      rawCall(at(turn), loginPwd, { account, ...(await sealed(turn, password)) }, wire),
    /** A sign-in under a key that this person does not have. */
    enterUnder: (turn: number, account: string, kid: string): Promise<RawAnswer> =>
      rawCall(at(turn), loginPwd, {
        account,
        password: encryptTransfer(PASSWORD, stray().slice(0, 32), stray().slice(0, 16)),
        kid,
      }),
    codeFor,
    /** Recovery with a code. */
    async setPassword(turn: number, email: string, code: string, wire: Wire): Promise<RawAnswer> {
      const { password: password_encode, kid } = await sealed(turn, FRESH);
      const hash = sha256Hex(FRESH);
      const input = { email, code, password: hash, repassword: hash, password_encode, kid };
      return rawCall(at(turn), recoverPassword, input, wire);
    },
    /** The provider's answer for a new person, who has no account yet. */
    async confirmed(subject: string, claims = {}): Promise<{ code: string; state: string; iss: string }> {
      if (!idp) throw new Error('started without single sign-on');
      idp.people.set(subject, { name: subject, ...claims });
      return idp.authorize((await callAt(at(0), ssoUrl, {})).data.url, subject);
    },
    callback: (turn: number, answer: { code: string; state: string; iss: string }, wire: Wire = {}) =>
      rawCall(at(turn), ssoCallback, answer, wire),
    link: async (turn: number, ticket: string, account: string, wire: Wire = {}) =>
      rawCall(at(turn), ssoLink, { ticket, account, ...(await sealed(turn, PASSWORD)) }, wire),
    async stop(): Promise<void> {
      await two.stop();
      await smtp.down();
      await idp?.stop();
    },
  };
}

/** An arbitrary token or key of the usual form. */
export const stray = (): string => randomBytes(32).toString('base64url');
/** The headers of a token, as the client sends it. */
export const holding = (token: string): Wire => ({
  headers: token.startsWith('sso_') ? { authorization: `Bearer ${token}` } : { 'x-token': token },
});
export const guessOf = (code: string, n: number): string => String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0');
/** Runs one call `count` times at once. */
export const parallel = <T>(count: number, call: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)));
/** The number of answers with a code. */
export const counted = (answers: readonly { code: number }[], wanted: number): number =>
  answers.filter(({ code }) => code === wanted).length;
