/** The selection that the arguments of `npm test --` make. */
export interface Choice {
  /** Only the stages of this group. */
  only: string | null;
  shard: Shard | null;
  /** Only what changed since this commit; `true` is since the branch left the main branch. */
  changed: string | true | null;
}

export interface Shard {
  /** From 1 to `count`. */
  index: number;
  count: number;
}

/** The arguments are invalid; the message lists the valid ones. */
export class BadChoice extends Error {
  override name = 'BadChoice';
}

const MOST_SHARDS = 100;
const KNOWN = '--only=<group>, --shard=<i>/<n>, --changed, --changed=<commit>';

/** Each choice as `--name=value` or `--name value`. */
export function choiceOf(args: readonly string[], groups: readonly string[]): Choice {
  const choice: Choice = { only: null, shard: null, changed: null };
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [name, ...values] = word.split('=');
    const next = rest[0]?.startsWith('-') === false ? rest[0] : null;
    const value = values.length > 0 ? values.join('=') : next;
    if (values.length === 0 && next !== null) rest.shift();
    if (name === '--only') choice.only = once(name, choice.only, groupOf(value, groups));
    else if (name === '--shard') choice.shard = once(name, choice.shard, shardOf(value));
    else if (name === '--changed') choice.changed = once(name, choice.changed, sinceOf(value));
    else throw new BadChoice(`npm test does not know "${word}"; it knows ${KNOWN}`);
  }
  if (choice.only === 'faults' && (choice.shard !== null || choice.changed !== null))
    throw new BadChoice('the long suite runs whole: --shard and --changed do not go with --only=faults');
  return choice;
}

function once<T>(name: string, before: T | null, now: T): T {
  if (before !== null) throw new BadChoice(`${name} stands there twice`);
  return now;
}

function groupOf(value: string | null, groups: readonly string[]): string {
  if (value !== null && groups.includes(value)) return value;
  throw new BadChoice(`--only takes one of ${groups.join(', ')}, not "${value ?? ''}"`);
}

function shardOf(value: string | null): Shard {
  const [, i, n] = /^(\d{1,3})\/(\d{1,3})$/.exec(value ?? '') ?? [];
  const shard = { index: Number(i), count: Number(n) };
  if (shard.index >= 1 && shard.index <= shard.count && shard.count <= MOST_SHARDS) return shard;
  throw new BadChoice(
    `--shard takes <i>/<n>, such as 1/3, with i from 1 to n and n at most ${MOST_SHARDS}, not "${value ?? ''}"`,
  );
}

function sinceOf(value: string | null): string | true {
  if (value === null) return true;
  // git would read an argument with a leading dash as an option.
  if (/^[^\s-]\S*$/.test(value)) return value;
  throw new BadChoice(`--changed takes a commit, not "${value}"`);
}
