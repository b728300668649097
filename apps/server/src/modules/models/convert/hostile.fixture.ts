import type { ConvertResult } from './index.ts';

/** What each hostile input must end in. */
export const OUTCOMES: Readonly<Record<string, string>> = {
  zero: 'not_ifc',
  random: 'not_ifc',
  text: 'not_ifc',
  zip_renamed: 'zip',
  header_only: 'truncated',
  unclosed_string: 'truncated',
  wrongschema: 'unsupported_schema',
  trunc_half: 'truncated',
  no_shapes: 'empty',
  cyclic: 'parsed with placement_cycle',
  cyclic_pair: 'parsed with placement_cycle',
  long_chain: 'parsed with placement_cycle',
  noproject: 'parsed with no_project',
  gbk_names: 'parsed with transcoded',
  latin1_names: 'parsed with unknown_encoding',
  cyclic_component: 'parsed',
  dangling: 'parsed',
  deep_nesting: 'parsed',
  utf8_names: 'parsed',
  odd_schema_name: 'parsed',
  byte_order_mark: 'parsed',
};

/** The end of a conversion in one line, as the table writes it. */
export function outcomeOf(result: ConvertResult): string {
  if (!result.ok) return result.reason;
  return `parsed${result.meta.warnings.map(({ code }) => ` with ${code}`).join('')}`;
}
