import { parseArgs } from 'node:util';
import type { TextEntry } from '@prdm/locales/text-key';

/** An enterprise with its first superAdmin, or a system administrator. */
export type Wanted =
  | {
      readonly kind: 'enterprise';
      readonly name: string;
      readonly account: string;
      readonly person: string | undefined;
      readonly password: string | undefined;
    }
  | { readonly kind: 'system'; readonly account: string; readonly password: string | undefined };

/** A mistake on the command line. `key` names the text below `enterprise.command`. */
export class WrongOption extends Error {
  override readonly name = 'WrongOption';
  readonly key: `command.${string}` & TextEntry<'enterprise'>;
  readonly params: Readonly<Record<string, string>>;
  constructor(key: WrongOption['key'], params: Readonly<Record<string, string>> = {}) {
    super(key);
    this.key = key;
    this.params = params;
  }
}

const OPTIONS = {
  name: { type: 'string' },
  account: { type: 'string' },
  person: { type: 'string' },
  password: { type: 'string' },
  system: { type: 'string' },
} as const;

/** Answers a question at the terminal. Null without one: a missing option is then a mistake. */
export type Ask = ((question: 'askName' | 'askAccount') => Promise<string>) | null;

/** Reads the command line. A missing name or account is asked for. Throws WrongOption. */
export async function readOptions(args: readonly string[], ask: Ask): Promise<Wanted> {
  const { system, name, account, person, password } = parsed(args);
  if (system !== undefined) {
    const other = Object.entries({ name, account, person }).find(([, value]) => value !== undefined);
    if (other) throw new WrongOption('command.notWithSystem', { option: other[0] });
    if (system.trim() === '') throw new WrongOption('command.accountMissing');
    return { kind: 'system', account: system.trim(), password };
  }
  const given = async (value: string | undefined, question: 'askName' | 'askAccount'): Promise<string> =>
    (value ?? (await ask?.(question)) ?? '').trim();
  const named = await given(name, 'askName');
  if (named === '') throw new WrongOption('command.nameMissing');
  const first = await given(account, 'askAccount');
  if (first === '') throw new WrongOption('command.accountMissing');
  return { kind: 'enterprise', name: named, account: first, person: person?.trim() || undefined, password };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true }).values;
  } catch {
    throw new WrongOption('command.unknown', { options: args.join(' ') });
  }
}
