import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { check, getKeyIv } from '@prdm/contract/identity';
import { sendVerify } from '@prdm/contract/identity/recovery';
import { ownSessions } from '@prdm/contract/identity/sessions';
import { download, raw } from '@prdm/contract/files';
import { raw as attachmentRaw } from '@prdm/contract/files/attachments';
import { info, live, profile } from '@prdm/contract/me';
import { callAt, signInAt } from '../servers/start-two.ts';
import { buildFile, buildPerson, buildProject, PASSWORD, rootFolder, type BuiltPerson } from '../worlds/builders.ts';
import { sha256Hex } from '../worlds/calls.ts';
import { FORGERIES } from '../sso/forged-tokens.ts';
import { send, tusRequest } from '../worlds/uploads.ts';
import { holding, startSafety, type Safety } from './steps.ts';
import { rawCall } from './raw-call.ts';

let safety: Safety;
beforeAll(async () => {
  safety = await startSafety({ sso: true });
}, 120_000);
afterAll(() => safety.stop(), 60_000);

/** One secret of every kind, each of them valid now. */
async function secretsOf(person: BuiltPerson, email: string): Promise<Record<string, string>> {
  const { at, callback, codeFor, confirmed, link, query, two } = safety;
  const project = await buildProject(two, { managerId: person.id });
  const token = await signInAt(at(0), person.account, PASSWORD);
  const pid = await rootFolder(two, project.id);
  const upload = await send({ address: at(0), token, pid, bytes: Buffer.from('a file') });
  const file = await buildFile(two, { projectId: project.id, by: person.id });
  const asked = { project_id: project.id, file_id: file.id };
  const { url } = (await rawCall(at(0), download, asked, holding(token))).data as { url: string };
  const { data: transfer } = await callAt(at(0), getKeyIv, {});
  const [own] = (await callAt(at(0), ownSessions, {}, token)).data.list;
  const linked = (await callback(0, await confirmed('kinds'))).data.link.ticket as string;
  const sso = (await link(1, linked, person.account)).data.token as string;
  const { rows } = await query('select token_hash from session where user_id = $1 order by id', [person.id]);
  const stored = (rows[0] as { token_hash: Buffer }).token_hash;
  const waiting = await confirmed('kinds waiting');
  const { ticket } = (await callback(1, await confirmed('kinds link'))).data.link as { ticket: string };
  return {
    token,
    'single sign-on token': sso,
    'key id': transfer.kid,
    key: transfer.key,
    iv: transfer.iv,
    'mail code': await codeFor(email, 'forget'),
    'upload id': upload.id,
    'session key': own?.key ?? '',
    'stored hash': stored.toString('base64url'),
    'stored hash in hex': stored.toString('hex'),
    'password hash': sha256Hex(PASSWORD),
    'signed address': url.split('=')[1] ?? '',
    'link ticket': ticket,
    'sso state': waiting.state,
    'provider code': waiting.code,
  };
}

/** The close code of a live socket that sends this secret, or 0 when it is accepted. */
async function liveWith(address: string, token: string): Promise<number> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}${live.path}`);
  await once(socket, 'open');
  socket.send(JSON.stringify({ token }));
  const outcome = await Promise.race([
    once(socket, 'message').then(() => 0),
    once(socket, 'close').then(([code]) => code as number),
  ]);
  socket.close();
  return outcome;
}

/** Entries of a session of either kind. */
const ANY_SESSION = new Set(['token to check', 'live channel']);

it('S36: a secret of one kind opens no entry of another kind', async () => {
  const { at, callback, confirmed, enterUnder, fresh, link, query, two } = safety;
  const { email } = fresh();
  const person = await buildPerson(two, { email });
  const kinds = await secretsOf(person, email);
  const { iss } = await confirmed('kinds');
  const ofToken = [5];
  const status = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${at(1)}${path}`, { headers })).status;
  /** Each entry: the kind that belongs there, the answer to a secret, and the answers that refuse it. */
  const ENTRIES: Record<string, [owner: string, answer: (secret: string) => Promise<number>, refusals: number[]]> = {
    'X-token': ['token', async (s) => (await rawCall(at(0), profile, {}, { headers: { 'x-token': s } })).code, ofToken],
    bearer: [
      'single sign-on token',
      async (s) => (await rawCall(at(1), profile, {}, { headers: { authorization: `Bearer ${s}` } })).code,
      ofToken,
    ],
    cookie: [
      '',
      async (s) => (await rawCall(at(0), profile, {}, { headers: { cookie: `token=${s}; __Host-dl=${s}` } })).code,
      ofToken,
    ],
    address: ['token', async (s) => (await rawCall(at(1), info, { token: s })).code, [5, 1001]],
    'token to check': ['token', async (s) => Number((await rawCall(at(0), check, { token: s })).data?.valid), [0, NaN]],
    'live channel': ['token', (s) => liveWith(at(1), s), [4401]],
    'mail code': [
      'mail code',
      async (s) => {
        // Wrong codes count, and a dead code would compare nothing.
        await query('update verify_code set tries = 0');
        return (await rawCall(at(1), sendVerify, { email, code: s.slice(0, 20), type: 'forget' })).code;
      },
      [1004],
    ],
    'key id': ['', async (s) => (await enterUnder(0, `${person.account}x`, s.slice(0, 64))).code, [1003, 1007]],
    'link ticket': ['link ticket', async (s) => (await link(1, s.slice(0, 200), 'admin')).code, [1008]],
    'sso state': [
      'sso state',
      async (s) => (await callback(0, { code: kinds['provider code'] ?? '', state: s.slice(0, 200), iss })).code,
      [1008],
    ],
    'signed address': ['signed address', (s) => status(`${raw.path}?sign=${s}`), [400, 410]],
    'attachment address': ['', (s) => status(`${attachmentRaw.path}?sign=${s}`), [410]],
    picture: ['', (s) => status(`/apis/pub/image?key=${s}`), [400, 404]],
    upload: [
      'upload id',
      async (s) => (await tusRequest(at(0), 'HEAD', `/apis/upload/tus/${s.slice(0, 100)}`, { token: s })).status,
      [404, 422],
    ],
  };
  const opened: string[] = [];
  for (const [entry, [owner, answer, refusals]] of Object.entries(ENTRIES))
    for (const [kind, secret] of Object.entries(kinds)) {
      expect(secret, kind).not.toBe('');
      if (kind === owner || (ANY_SESSION.has(entry) && kind === 'single sign-on token')) continue;
      const got = await answer(secret);
      if (!refusals.some((refusal) => Object.is(refusal, got))) opened.push(`${kind} as ${entry}: ${got}`);
    }
  expect(opened).toEqual([]);
  // Each secret was valid all the while.
  const valid = { 'X-token': 0, bearer: 0, address: 0, 'token to check': 1, 'live channel': 0, 'mail code': 0 };
  for (const [entry, wanted] of Object.entries({ ...valid, 'signed address': 200, 'sso state': 0 })) {
    const [owner, answer] = ENTRIES[entry] ?? ['', () => Promise.resolve(NaN)];
    expect(await answer(kinds[owner] ?? ''), entry).toBe(wanted);
  }
  const other = await buildPerson(two);
  expect((await link(1, kinds['link ticket'] ?? '', other.account)).code).toBe(0);
}, 60_000);

it('S37: no forged ID token and no equal e-mail signs anybody in, on either process', async () => {
  const { at, callback, confirmed, fresh, idp, two } = safety;
  if (!idp) throw new Error('started without single sign-on');
  const { email } = fresh();
  const { account } = await buildPerson(two, { email });
  try {
    for (const [what, forge] of FORGERIES)
      for (const turn of [0, 1]) {
        let sent = '';
        idp.forge = (token) => (sent = forge(token, idp));
        const refused = await callback(turn, await confirmed('forged'));
        expect(refused, what).toMatchObject({ code: 1, data: { reason: 'invalid' } });
        expect((await rawCall(at(turn), profile, {}, { headers: { authorization: `Bearer ${sent}` } })).code).toBe(5);
      }
  } finally {
    idp.forge = null;
  }
  const alike = { email, email_verified: true, preferred_username: account, name: account };
  for (const turn of [0, 1]) {
    const { code, data } = await callback(turn, await confirmed(`alike ${turn}`, alike));
    expect([code, data.token]).toEqual([0, '']);
    expect(data.link).not.toBeNull();
  }
}, 60_000);
