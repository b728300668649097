import { belowPerson } from '../../leading/leader.ts';
import { numberTaken } from '../records/employment.ts';
import { noRoom, refusedBy, type Plan, type Refused, type StaffWorld } from './plan.ts';

type Facts = Pick<StaffWorld, 'leaderOf' | 'numbers' | 'room' | 'people'>;

/**
 * Refuses rows by what depends on other rows: direct leaders, staff numbers and the member limit. All rows that are left
 * together give a state that the rules allow. A refused row may refuse others, so the rules run until none is refused.
 */
export function settle(plans: readonly Plan[], facts: Facts): Map<string, Refused> {
  const refused = new Map<string, Refused>();
  const rules = [lostLeaders, circles, doubleNumbers, overLimit];
  for (let before = -1; before !== refused.size;) {
    before = refused.size;
    for (const rule of rules) {
      const left = plans.filter(({ key }) => !refused.has(key));
      for (const [key, refusal] of rule(left, facts)) refused.set(key, refusal);
    }
  }
  return refused;
}

/** The person of a row: the id, or the key of one that the row adds. */
const nodeOf = ({ person, key }: Plan): number | string => person?.user_id ?? key;

type Found = (readonly [string, Refused])[];

/** The leader is added by a row that is refused. */
function lostLeaders(plans: readonly Plan[]): Found {
  const added = new Set(plans.filter(({ person }) => person === null).map(({ key }) => key));
  const reason = { fate: 'refused', field: 'leader_id', reason: 'sheets.reasons.leaderRefused' } as const;
  return plans.flatMap(({ key, leaderKey }) => (leaderKey === null || added.has(leaderKey) ? [] : [[key, reason]]));
}

/** The leaders after the import. A row whose person stands above its own leader closes a circle. */
function circles(plans: readonly Plan[], { leaderOf, people }: Facts): Found {
  const up = new Map<number | string, number | string>(leaderOf);
  for (const plan of plans) {
    const leader = plan.leaderKey ?? plan.after.leader_id;
    if (leader === null) up.delete(nodeOf(plan));
    else up.set(nodeOf(plan), leader);
  }
  const names = new Map(plans.map(({ key, after }) => [key, after.name]));
  return plans.flatMap((plan) => {
    const leader = plan.leaderKey ?? plan.after.leader_id;
    if (leader === null || leader === plan.person?.leader_id) return [];
    const seen = new Set<number | string>();
    for (let at: number | string | undefined = leader; at !== undefined && !seen.has(at); at = up.get(at)) {
      seen.add(at);
      if (at !== nodeOf(plan)) continue;
      const name = typeof leader === 'string' ? names.get(leader) : people.get(leader)?.name;
      return [[plan.key, refusedBy(belowPerson(name ?? ''))] as const];
    }
    return [];
  });
}

/** Two people with one staff number after the import. The person who has it now keeps it, else the first row. */
function doubleNumbers(plans: readonly Plan[], { numbers }: Facts): Found {
  const owners = new Map<string, number | string>(numbers);
  for (const { person, after } of plans)
    if (person && person.employee_no !== after.employee_no && owners.get(person.employee_no) === person.user_id)
      owners.delete(person.employee_no);
  return plans.flatMap((plan) => {
    const { employee_no: number } = plan.after;
    if (number === '') return [];
    const owner = owners.get(number);
    if (owner !== undefined && owner !== nodeOf(plan)) return [[plan.key, refusedBy(numberTaken())] as const];
    owners.set(number, nodeOf(plan));
    return [];
  });
}

/** The first rows fill the enterprise. */
function overLimit(plans: readonly Plan[], { room }: Facts): Found {
  return plans
    .filter(({ person }) => person === null)
    .slice(Math.max(0, room))
    .map(({ key }) => [key, noRoom()] as const);
}
