import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { registry } from '@prdm/contract';
import { isEmail } from '@prdm/contract/kit/checks';
import type { Endpoint } from '@prdm/contract/kit';
import { requestOf } from '../matrix/cells.ts';
import { sampleInput } from '../matrix/samples.ts';
import { startSafety, type Safety } from './steps.ts';

let safety: Safety;
beforeAll(async () => {
  safety = await startSafety();
}, 120_000);
afterAll(() => safety.stop(), 60_000);

interface Field {
  readonly endpoint: Endpoint;
  readonly name: string;
  readonly max: number;
}
type Json = { maxLength?: number; properties?: Record<string, Json>; anyOf?: Json[]; allOf?: Json[] };

const longest = ({ maxLength, anyOf = [], allOf = [] }: Json): number =>
  Math.max(maxLength ?? 0, ...[...anyOf, ...allOf].map(longest));

/** Calls that would end the session of this test. */
const ENDS = new Set(['/apis/pub/logout', '/apis/pub/sessionEnd']);
/** Calls of system administrators refuse the person of this test before they read a text. They take the same helpers. */
const isOfSystem = ({ access }: Endpoint): boolean => typeof access === 'object' && access.scope === 'system';
/** Each bounded text of each call. The texts inside of lists follow the same helpers. */
const FIELDS: readonly Field[] = registry
  .filter((endpoint) => endpoint.transport === 'form' && !ENDS.has(endpoint.path) && !isOfSystem(endpoint))
  .flatMap((endpoint) => {
    const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Json;
    return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
      const max = longest(field);
      return max > 1 ? [{ endpoint, name, max }] : [];
    });
  });

const NOWHERE = 987_654_321;

it('S53: each text is taken up to its limit and refused one character later, and a megabyte is refused too', async () => {
  const token = await safety.admin();
  const ask = async ({ endpoint, name }: Field, turn: number, length: number) => {
    const sample = sampleInput(endpoint, (kind) => (kind === 'upload' ? '0'.repeat(32) : NOWHERE)) as object;
    const { method, url, headers, payload } = requestOf(endpoint, { ...sample, [name]: 'q7long' }, token);
    const long = (text: string) => text.replace('q7long', 'x'.repeat(length));
    const init = { method, headers, ...(payload === undefined ? {} : { body: long(payload) }) };
    const response = await fetch(`${safety.at(turn)}${long(url)}`, init);
    const { code, data, msg } = (await response.json()) as {
      code: number;
      msg: string;
      data: { field?: string } | null;
    };
    return { status: response.status, code, field: data?.field ?? '', msg };
  };
  const wrong: string[] = [];
  const tooLong = /不能超过|太长|过长/;
  const judge = async (field: Field, turn: number): Promise<void> => {
    const { endpoint, name, max } = field;
    const say = (what: string, answer: object) =>
      wrong.push(`${endpoint.method} ${endpoint.path} ${name} (${max}) ${what}: ${JSON.stringify(answer)}`);
    const at = await ask(field, turn, max);
    if (at.status >= 500 || (at.field === name && tooLong.test(at.msg))) say('at the limit', at);
    const beyond = await ask(field, turn + 1, max + 1);
    if (beyond.code !== 1001 || beyond.field !== name) say('one more', beyond);
    const huge = await ask(field, turn, 1_000_000);
    const isRefused = (huge.code === 1001 && huge.field === name) || [400, 413, 414, 431].includes(huge.status);
    if (!isRefused) say('a megabyte', huge);
  };
  const AT_ONCE = 8;
  for (let from = 0; from < FIELDS.length; from += AT_ONCE)
    await Promise.all(FIELDS.slice(from, from + AT_ONCE).map((field, n) => judge(field, from + n)));
  console.log(`S53: ${FIELDS.length} texts, 3 lengths each`);
  expect(wrong).toEqual([]);
  expect(FIELDS.length).toBeGreaterThan(200);
}, 120_000);

it('S53: the pattern of an e-mail judges 50,000 characters in less than 10 ms', () => {
  for (const text of [
    'a'.repeat(50_000),
    `a@${'a'.repeat(50_000)}`,
    `a@${'a.'.repeat(25_000)}`,
    `a@${'a-'.repeat(25_000)}.c`,
    `${'a.'.repeat(25_000)}@a.cn`,
    `${'@'.repeat(50_000)}`,
  ]) {
    const times = [1, 2, 3].map(() => {
      const since = performance.now();
      isEmail(text);
      return performance.now() - since;
    });
    expect(Math.min(...times), text.slice(0, 10)).toBeLessThan(10);
  }
});
