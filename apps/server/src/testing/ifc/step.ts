/**
 * Writer for ISO 10303-21 text (the clear-text form of IFC): numbers entities, formats arguments, encodes text. Each
 * finished line goes to a sink, so a model of any size can stream to a file.
 */

/** A written entity, to be used as an argument of later entities. */
export interface Ref {
  readonly id: number;
}

interface Token {
  /** Text written unchanged: an enumeration, an integer, a typed value, a derived attribute. */
  readonly token: string;
}

export type Arg = Ref | Token | number | string | boolean | null | readonly Arg[];

/** How Chinese text is written: with \X2\ escapes as the standard demands, or raw as some exporters do. */
export type TextEncoding = 'x2' | 'raw';

/** The attribute is derived by a subtype, written as an asterisk. */
export const derived: Token = { token: '*' };

export function enumeration(name: string): Token {
  return { token: `.${name}.` };
}

export function integer(value: number): Token {
  return { token: String(Math.round(value)) };
}

/** A real as part 21 demands it: always with a decimal point, never more than six decimals. */
export function formatReal(value: number): string {
  if (Number.isInteger(value)) return `${value}.`;
  const text = String(Math.round(value * 1e6) / 1e6);
  return text.includes('.') ? text.replace('e', 'E') : `${text}.`;
}

/** Quotes a text; characters outside printable ASCII become \X2\ escapes unless the encoding is `raw`. */
export function formatText(value: string, encoding: TextEncoding): string {
  const doubled = value.replaceAll('\\', '\\\\').replaceAll("'", "''");
  if (encoding === 'raw') return `'${doubled}'`;
  const escaped = doubled.replaceAll(/[^\x20-\x7e]+/g, (run) => {
    let hex = '';
    for (let i = 0; i < run.length; i++) hex += run.charCodeAt(i).toString(16).toUpperCase().padStart(4, '0');
    return `\\X2\\${hex}\\X0\\`;
  });
  return `'${escaped}'`;
}

export class StepWriter {
  readonly #sink: (line: string) => void;
  readonly #encoding: TextEncoding;
  #last = 0;
  #characters = 0;

  constructor(sink: (line: string) => void, encoding: TextEncoding = 'x2') {
    this.#sink = sink;
    this.#encoding = encoding;
  }

  /** Characters handed to the sink so far; equals bytes as long as the encoding is `x2`. */
  get characters(): number {
    return this.#characters;
  }

  /** Begins the file. `time` is the creation time written into the header, fixed so that a seed gives equal bytes. */
  header(options: { schema: string; name: string; time?: string }): void {
    const name = this.text(options.name);
    const time = options.time ?? '2026-01-05T09:00:00';
    this.line('ISO-10303-21;');
    this.line('HEADER;');
    this.line("FILE_DESCRIPTION(('ViewDefinition [ReferenceView_V1.2]'),'2;1');");
    this.line(`FILE_NAME(${name},'${time}',(''),(''),'PRDM','PRDM model writer','');`);
    this.line(`FILE_SCHEMA(('${options.schema}'));`);
    this.line('ENDSEC;');
    this.line('DATA;');
  }

  footer(): void {
    this.line('ENDSEC;');
    this.line('END-ISO-10303-21;');
  }

  /** Writes one entity instance and returns the reference to it. */
  add(type: string, ...args: Arg[]): Ref {
    this.#last += 1;
    this.line(`#${this.#last}=${type}(${args.map((arg) => this.format(arg)).join(',')});`);
    return { id: this.#last };
  }

  /** A value of a defined type inside a select, such as IFCLABEL('...'). */
  typed(type: string, value: Arg): Token {
    return { token: `${type}(${this.format(value)})` };
  }

  text(value: string): string {
    return formatText(value, this.#encoding);
  }

  private format(arg: Arg): string {
    if (arg === null) return '$';
    if (typeof arg === 'string') return this.text(arg);
    if (typeof arg === 'number') return formatReal(arg);
    if (typeof arg === 'boolean') return arg ? '.T.' : '.F.';
    if ('id' in arg) return `#${arg.id}`;
    if ('token' in arg) return arg.token;
    return `(${arg.map((part) => this.format(part)).join(',')})`;
  }

  private line(text: string): void {
    this.#characters += text.length + 1;
    this.#sink(`${text}\n`);
  }
}
