import { comparesAmounts, type Principal } from '@prdm/access';
import { contentIn } from '@prdm/contract/kit/content';
import { comparisonsIn, moneyIn } from '@prdm/contract/kit/money';
import type { Endpoint } from '@prdm/contract/kit';
import { CODES } from '@prdm/contract/codes';
import { Content } from '../content/content.ts';
import { fail } from '../errors.ts';
import { Amount } from './amount.ts';

/**
 * Refuses an input that orders, filters or totals by amounts which the caller may not compare (1005 at the field). The
 * contract is read once, when the call is mounted.
 */
export function comparisonJudge({ input }: Endpoint): (given: unknown, principal: Principal | null) => void {
  const compared = comparisonsIn(input);
  return (given, principal) => {
    for (const { path, mark } of compared) {
      const asked = valuesAt(given, path).filter((value) => value !== undefined && value !== null);
      const reveals = asked.some((value) => mark.values?.includes(String(value).replace(/^-/, '')) ?? true);
      if (reveals && !comparesAmounts(principal, mark.module))
        throw fail.of(CODES.denied, 'validation.maskedAmount', { field: path.join('.') });
    }
  };
}

/** A marked place of an answer. `shown` throws for a value that could not be masked. */
interface Masked {
  readonly path: readonly string[];
  readonly shown: (value: unknown, principal: Principal | null) => unknown;
}

/**
 * Puts a text in place of every amount of an answer, and the value or null in place of content of others. The mask
 * throws where a handler answered a bare value.
 */
export function answerMask({ output }: Endpoint): (answer: unknown, principal: Principal | null) => unknown {
  const places = [...amountsOf(output), ...contentsOf(output)];
  return (answer, principal) => places.reduce((shown, one) => maskedAt(shown, one.path, one, principal), answer);
}

const amountsOf = (output: Endpoint['output']): Masked[] =>
  moneyIn(output).map(({ path, mark: { module } }) => ({
    path,
    shown(value, principal) {
      if (value instanceof Amount && value.module === module) return value.shown(principal);
      throw new Error(`${path.join('.')} must be an Amount of the module ${module}`);
    },
  }));

const contentsOf = (output: Endpoint['output']): Masked[] =>
  contentIn(output).map(({ path, mark: key }) => ({
    path,
    shown(value, principal) {
      if (value instanceof Content && value.key === key) return value.shown(principal);
      throw new Error(`${path.join('.')} must be a Content of the key ${key}`);
    },
  }));

function valuesAt(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (step === '*') return Object.values(value).flatMap((one) => valuesAt(one, rest));
  return valuesAt((value as Record<string, unknown>)[step], rest);
}

/** A copy of the value with the marked values at the path replaced. An answer of another option of a union stays as it is. */
function maskedAt(
  value: unknown,
  [step, ...rest]: readonly string[],
  place: Masked,
  principal: Principal | null,
): unknown {
  if (value === null || value === undefined) return value;
  if (step === undefined) return place.shown(value, principal);
  if (typeof value !== 'object') return value;
  const inner = (one: unknown): unknown => maskedAt(one, rest, place, principal);
  if (Array.isArray(value))
    return value.map((one: unknown, at) => (step === '*' || step === String(at) ? inner(one) : one));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, step === '*' || step === key ? inner(one) : one]),
  );
}
