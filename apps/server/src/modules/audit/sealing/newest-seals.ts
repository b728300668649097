import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { auditFolder } from './seal-key.ts';

/** The newest seal of an enterprise at one sealing. */
export interface NewestSeal {
  readonly enterprise: number;
  readonly position: number;
  readonly log_id: number;
  /** Hexadecimal. */
  readonly seal: string;
  /** ISO time of the sealing. */
  readonly at: string;
  /** The database did not continue this seal. The line is kept for ever. */
  readonly broken?: true;
}

/** Above MAX lines the file keeps the KEPT newest ones. */
const MAX = 2000;
const KEPT = 1000;

const isSeal = (value: unknown): value is NewestSeal =>
  typeof value === 'object' &&
  value !== null &&
  ['enterprise', 'position', 'log_id'].every((name) =>
    Number.isSafeInteger((value as Record<string, unknown>)[name]),
  ) &&
  /^[0-9a-f]{64}$/.test(String((value as Record<string, unknown>)['seal']));

/** A crash can leave the last line incomplete. It was never complete, so nothing relies on it. */
function parsed(line: string): NewestSeal[] {
  try {
    const value: unknown = JSON.parse(line);
    return isSeal(value) ? [value] : [];
  } catch {
    return [];
  }
}

/**
 * The newest seals outside the database: a file in DATA_DIR with one line for each sealing. A removed tail of the chain
 * contradicts it. Writers hold the lock of the sealer.
 */
export class NewestSeals {
  readonly #folder: string;
  readonly #file: string;

  constructor(dataDir: string) {
    this.#folder = auditFolder(dataDir);
    this.#file = join(this.#folder, 'newest-seals.jsonl');
  }

  async read(): Promise<NewestSeal[]> {
    return (await this.#text()).split('\n').flatMap(parsed);
  }

  /** Appends lines and forces them to the disk. */
  async append(seals: readonly NewestSeal[]): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const before = await this.#text();
    const lines = before.split('\n').flatMap(parsed);
    if (lines.length + seals.length > MAX) {
      await this.#replace(shortened([...lines, ...seals]));
      return;
    }
    const isCut = before !== '' && !before.endsWith('\n');
    await write(this.#file, 'a', `${isCut ? '\n' : ''}${textOf(seals)}`);
  }

  async #replace(lines: readonly NewestSeal[]): Promise<void> {
    await write(`${this.#file}.new`, 'w', textOf(lines));
    await rename(`${this.#file}.new`, this.#file);
  }

  async #text(): Promise<string> {
    try {
      return await readFile(this.#file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw error;
    }
  }
}

/** The newest lines, the last line of each enterprise, and every line of a break. */
function shortened(lines: readonly NewestSeal[]): NewestSeal[] {
  const last = new Set(new Map(lines.map((line) => [line.enterprise, line])).values());
  return lines.filter((line, at) => at >= lines.length - KEPT || line.broken === true || last.has(line));
}

const textOf = (seals: readonly NewestSeal[]): string => seals.map((seal) => `${JSON.stringify(seal)}\n`).join('');

async function write(path: string, flags: 'a' | 'w', text: string): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
