import { expectTypeOf, it } from 'vitest';
import type { OwnAs, Reason, Via, ViewRange } from '@prdm/access';
import type { OWN_AS, SOURCE_KINDS, StepCode } from '@prdm/contract/organisation/access';
import type { RoleRange } from '@prdm/contract/organisation/roles';

type Fact<Key extends string> = Extract<Reason, Readonly<Record<Key, unknown>>>;

// The contract imports nothing of packages/access and repeats its words. The compiler of `npm run check` compares both lists.
it('the contract has exactly the words that the rules answer', () => {
  expectTypeOf<StepCode>().toEqualTypeOf<Exclude<Reason['code'], 'flag' | 'unknown-question'>>();
  expectTypeOf<(typeof SOURCE_KINDS)[number]>().toEqualTypeOf<Via['kind']>();
  expectTypeOf<(typeof OWN_AS)[number]>().toEqualTypeOf<Fact<'as'>['as']>();
  expectTypeOf<Exclude<(typeof OWN_AS)[number], 'head' | 'leading-manager'>>().toEqualTypeOf<OwnAs>();
  expectTypeOf<RoleRange>().toEqualTypeOf<ViewRange>();
});
