import { afterAll, beforeAll, expect, it } from 'vitest';
import { registry } from '@prdm/contract';
import { check, getKeyIv, loginPwd } from '@prdm/contract/identity';
import { sendCode, sendVerify } from '@prdm/contract/identity/recovery';
import { profile, updateProfile } from '@prdm/contract/me';
import { index as notices } from '@prdm/contract/notices';
import { say, statusesIn } from '../servers/raw-socket.ts';
import { callAt, signInAt } from '../servers/start-two.ts';
import { buildPerson, PASSWORD } from '../worlds/builders.ts';
import { holding, parallel, PUBLIC_URL, startSafety, WRONG, type Safety } from './steps.ts';
import { rawCall } from './raw-call.ts';

let safety: Safety;
beforeAll(async () => {
  safety = await startSafety();
}, 120_000);
afterAll(() => safety.stop(), 60_000);

it('S41: a link in a mail has the address of the installation, whatever host the call names', async () => {
  const { at, fresh, smtp, two } = safety;
  const { email } = fresh();
  const token = await signInAt(at(0), (await buildPerson(two)).account, PASSWORD);
  for (const [turn, header] of ['host', 'x-forwarded-host', 'x-original-host', 'forwarded', 'origin'].entries()) {
    const value =
      header === 'forwarded' ? 'host=evil.example' : header === 'origin' ? 'http://evil.example' : 'evil.example';
    const to = `${turn}${email}`;
    const before = smtp.received.length;
    const headers = { 'x-token': token, [header]: value };
    const sent = await rawCall(at(turn), sendCode, { email: to, type: 'change_email' }, { headers });
    expect(sent).toMatchObject({ code: 0 });
    const { text } = await smtp.arrived(to, before);
    expect(text).toContain(`${PUBLIC_URL}/email?code=`);
    expect(text).not.toContain('evil');
  }
});

/** Text that only the inside of the program knows: stacks, files, statements, codes of the database. */
const INSIDE =
  /\bat (?:async )?[\w.<>]+ \(|\bat \/|node_modules|\/work\/|\/tmp\/|\.ts:\d|\bSQLSTATE\b|\b(?:42P01|42703|23505|57014)\b|relation "|\bselect "|\binsert into|\bpg_|postgres|kysely|fastify|ECONN|ENO(?:ENT|SPC)/i;

it('S54: no answer shows a stack, a statement or a path, and no log line a secret', async () => {
  const { at, codeFor, enter, fresh, query, sealed, two } = safety;
  const { email, from } = fresh();
  const { account } = await buildPerson(two, { email });
  const token = await signInAt(at(0), account, PASSWORD);
  const code = await codeFor(email, 'forget', { from: from(0) });
  const answers: string[] = [];
  const asked = async (path: string, init: RequestInit = {}): Promise<number> => {
    const response = await fetch(`${at(answers.length)}${path}`, init);
    answers.push(`${path} ${response.status} ${await response.text()} ${JSON.stringify([...response.headers])}`);
    return response.status;
  };
  const as = { 'x-token': token };
  const form = { ...as, 'content-type': 'application/x-www-form-urlencoded' };
  const json = { ...as, 'content-type': 'application/json' };
  for (const path of ['/apis/nothing', '/apis/%ff', '/apis/../../etc/passwd', '/nothing.map', '/apis/file/raw?sign=x'])
    await asked(path, { headers: as });
  for (const body of ['{', '[]', '{"a":1,"a":2}', 'null', '"x"', '{"email":{}}', `{"x":"${'y'.repeat(9000)}"}`])
    await asked(sendCode.path, { method: 'POST', headers: json, body });
  for (const body of ['a=%ff', 'a=1&a=2', 'id=9e99', 'id[]=1', '%=%', 'password=x&account=y'])
    await asked(loginPwd.path, { method: 'POST', headers: form, body });
  await asked(profile.path, { method: 'POST', headers: { ...as, 'content-type': 'text/plain' }, body: 'x' });
  await asked(updateProfile.path, { method: 'POST', headers: form, body: 'x'.repeat(1_200_000) });

  // A missing table is a failure that no code foresees.
  const broken = ['notice', 'verify_code', 'transfer_key', 'failed_try'];
  await query(broken.map((table) => `alter table ${table} rename to ${table}_away`).join(';'));
  const { password, kid } = { password: 'c2VhbGVkLXNlY3JldC10ZXh0', kid: 'a-kid' };
  try {
    for (const turn of [0, 1]) {
      expect(await asked(`${notices.path}?turn=${turn}`.split('?')[0] ?? '', { headers: as })).toBe(500);
      const tried = new URLSearchParams({ account, password, kid }).toString();
      expect(await asked(loginPwd.path, { method: 'POST', headers: form, body: tried })).toBe(500);
      const verify = new URLSearchParams({ email, code, type: 'forget' }).toString();
      expect(await asked(sendVerify.path, { method: 'POST', headers: form, body: verify })).toBe(500);
    }
  } finally {
    await query(broken.map((table) => `alter table ${table}_away rename to ${table}`).join(';'));
  }
  expect(answers.filter((answer) => INSIDE.test(answer))).toEqual([]);
  const failed = answers.filter((answer) => / 500 /.test(answer));
  expect(failed).toHaveLength(6);
  const ids = failed.map((answer) => /"request_id":"([\w-]{36})"/.exec(answer)?.[1] ?? 'none');
  // The log has the cause under the id of the answer.
  for (const id of ids)
    await expect.poll(() => two.said.some((line) => line.includes(id) && line.includes('does not exist'))).toBe(true);
  expect((await enter(0, account, PASSWORD)).code).toBe(0);
  const { password: sealedText } = await sealed(0, WRONG);
  await rawCall(at(1), loginPwd, { account, password: sealedText });
  for (const secret of [token, PASSWORD, WRONG, password, sealedText])
    expect(two.said.filter((line) => line.includes(secret))).toEqual([]);
  expect(two.said.filter((line) => new RegExp(`(?<![\\d-])${code}(?!\\d)`).test(line))).toEqual([]);
}, 60_000);

const HEAD = `POST ${check.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
/** A request that would be answered if the server read past the end of the first one. */
const HIDDEN = `GET ${getKeyIv.path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const CHUNKS = `0\r\n\r\n${HIDDEN}`;

/** Requests whose end two programs could see in two places. */
const SMUGGLED: Readonly<Record<string, string>> = {
  'a length and chunks': `${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNKS}`,
  'chunks and a length': `${HEAD}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n${CHUNKS}`,
  'two lengths': `${HEAD}Content-Length: 0\r\nContent-Length: 5\r\n\r\n${HIDDEN}`,
  'two equal lengths': `${HEAD}Content-Length: 7\r\nContent-Length: 7\r\n\r\ntoken=a${HIDDEN}`,
  'two lengths in one line': `${HEAD}Content-Length: 0, 5\r\n\r\n${HIDDEN}`,
  'a negative length': `${HEAD}Content-Length: -5\r\n\r\n${HIDDEN}`,
  'a length with a sign': `${HEAD}Content-Length: +0\r\n\r\n${HIDDEN}`,
  'a length in hex': `${HEAD}Content-Length: 0x0\r\n\r\n${HIDDEN}`,
  'a length with a letter': `${HEAD}Content-Length: 0x\r\n\r\n${HIDDEN}`,
  'a length beyond all numbers': `${HEAD}Content-Length: 99999999999999999999\r\n\r\n${HIDDEN}`,
  'a space before the colon': `${HEAD}Transfer-Encoding : chunked\r\n\r\n${CHUNKS}`,
  'chunked on a second line': `${HEAD}Transfer-Encoding:\r\n chunked\r\n\r\n${CHUNKS}`,
  'chunks that are not last': `${HEAD}Transfer-Encoding: chunked, identity\r\n\r\n${CHUNKS}`,
  'an unknown coding': `${HEAD}Transfer-Encoding: xchunked\r\n\r\n${CHUNKS}`,
  'two codings in two lines': `${HEAD}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n${CHUNKS}`,
  'a chunk without a size': `${HEAD}Transfer-Encoding: chunked\r\n\r\nxyz\r\nhello\r\n${CHUNKS}`,
  'a negative chunk': `${HEAD}Transfer-Encoding: chunked\r\n\r\n-1\r\n${CHUNKS}`,
  'a chunk beyond all numbers': `${HEAD}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n${CHUNKS}`,
  'a chunk longer than it says': `${HEAD}Transfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n${CHUNKS}`,
  'a chunk that ends in LF alone': `${HEAD}Transfer-Encoding: chunked\r\n\r\n1\nx\n${CHUNKS}`,
};

it('S62: of requests with two ends one refusal is answered, and nothing behind it', async () => {
  const heard = await Promise.all(
    Object.entries(SMUGGLED).flatMap(([what, bytes]) =>
      [0, 1].map(async (turn) => ({ what, ...(await say(safety.at(turn), bytes)) })),
    ),
  );
  const answered = heard.map(({ what, text }) => ({ what, statuses: statusesIn(text) }));
  expect(answered.filter(({ statuses }) => statuses.length !== 1 || statuses[0] !== 400)).toEqual([]);
  expect(heard.filter(({ text }) => text.includes('"kid"'))).toEqual([]);
  for (const turn of [0, 1]) expect((await callAt(safety.at(turn), check, {})).code).toBe(0);
}, 30_000);

it('S62: a method that a path does not declare answers 405 with the declared ones, also HEAD of a GET', async () => {
  const { at, two } = safety;
  const token = await signInAt(at(0), (await buildPerson(two)).account, PASSWORD);
  const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  const declared = Map.groupBy(
    registry.filter(({ transport }) => transport !== 'socket'),
    ({ path }) => path,
  );
  const wrong: string[] = [];
  let asked = 0;
  const ask = async (path: string, method: string, allowed: string[]): Promise<void> => {
    asked += 1;
    const response = await fetch(`${at(asked)}${path.replace(/:\w+/g, 'x')}`, { method, ...holding(token) });
    const said = (response.headers.get('allow') ?? '').split(/, ?/).toSorted().join();
    // A path with a name inside is known only with its own methods.
    const isRefused = response.status === 405 && said === allowed.toSorted().join();
    if (!isRefused && !(response.status === 404 && path.includes(':')))
      wrong.push(`${method} ${path}: ${response.status} allow ${said}, declared ${allowed.join()}`);
    await response.body?.cancel();
  };
  for (const [path, calls] of declared) {
    const allowed = [...new Set(calls.map(({ method }) => method as string))];
    await parallel(METHODS.length, async (n) => {
      const method = METHODS[n] ?? '';
      if (!allowed.includes(method)) await ask(path, method, allowed);
    });
  }
  console.log(`S62: ${asked} calls with an undeclared method over ${declared.size} paths`);
  expect(wrong.slice(0, 10)).toEqual([]);
  expect(asked).toBeGreaterThan(1500);
}, 60_000);
