import { FACT_TYPES, type Condition, type Fact, type SubjectFacts } from '@prdm/contract/processes/conditions';
import { fenOf } from '@prdm/contract/kit/yuan';

type Value = string | number;

/** Amounts compare as whole fen, because texts would compare digit by digit. */
const comparable = (fact: Fact, value: Value): Value =>
  FACT_TYPES[fact] === 'money' ? fenOf(String(value)) : FACT_TYPES[fact] === 'word' ? String(value) : Number(value);

/** True if the condition holds for these facts. A missing fact fulfils only `ne`. */
function holds({ fact, operator, value }: Condition, facts: SubjectFacts): boolean {
  const given = facts[fact];
  if (given === undefined) return operator === 'ne';
  const own = comparable(fact, given);
  if (typeof value === 'object') return operator === 'in' && value.some((one) => comparable(fact, one) === own);
  const other = comparable(fact, value);
  switch (operator) {
    case 'eq':
      return own === other;
    case 'ne':
      return own !== other;
    case 'gt':
      return own > other;
    case 'ge':
      return own >= other;
    case 'lt':
      return own < other;
    case 'le':
      return own <= other;
    case 'in':
      return own === other;
  }
}

export const allHold = (conditions: readonly Condition[], facts: SubjectFacts): boolean =>
  conditions.every((condition) => holds(condition, facts));
