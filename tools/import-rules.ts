/**
 * Checks the layout: the tier table and the rules of ARCHITECTURE.md over the real imports of every module in git. It
 * also keeps the flag of the permission rule out of the server, and every class in one style sheet. It fails when it
 * read fewer files than git lists, because a check that reads nothing always passes.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findCycles, readImports, type ImportEdge } from './rules/imports.ts';
import { findFlags } from './rules/flags.ts';
import { findCrowded, findLong, judge } from './rules/layout.ts';
import { findMoneyFloats } from './rules/money-floats.ts';
import { findNumbersOfText } from './rules/numbers-of-text.ts';
import { findSecondInputs } from './rules/second-inputs.ts';
import { findSharedClasses, findUnknownTokens } from './rules/styles.ts';

const known = (...kinds: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...kinds], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '');
const files = known('*.ts', '*.tsx').filter((file) => !file.endsWith('.d.ts'));
const sheets = known('*.css').map((file) => ({ file, text: readFileSync(file, 'utf8') }));

const edges: ImportEdge[] = [];
const complaints: string[] = [];
let read = 0;
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const found = readImports(file, text);
  for (const find of [findFlags, findMoneyFloats, findNumbersOfText, findSecondInputs])
    complaints.push(...find(file, text));
  if (found.error !== null) complaints.push(`${file}: cannot be read: ${found.error}`);
  else read += 1;
  edges.push(...found.edges);
}

const MINIMUM = 50;
if (read < Math.max(MINIMUM, files.length)) complaints.push(`only ${read} of ${files.length} modules were read`);
if (edges.length < read)
  complaints.push(`only ${edges.length} imports were found in ${read} modules: the reader is broken`);

for (const edge of edges) {
  const complaint = judge(edge);
  if (complaint !== null) complaints.push(`${edge.from} -> ${edge.to}: ${complaint}`);
}
for (const cycle of findCycles(edges)) complaints.push(`cycle: ${cycle.join(' -> ')}`);

complaints.push(...findSharedClasses(sheets));
const components = files.filter((file) => file.startsWith('apps/web/src/')).map((file) => readFileSync(file, 'utf8'));
complaints.push(...findUnknownTokens(sheets, components));
const sources = known('*.ts', '*.tsx', '*.css', '*.mjs');
complaints.push(...findCrowded(sources));
complaints.push(...findLong(sources, (file) => readFileSync(file, 'utf8').split('\n').length - 1));
if (sheets.length < MINIMUM) complaints.push(`only ${sheets.length} style sheets were found`);

for (const complaint of complaints) console.log(complaint);
console.log(
  `${read} modules, ${edges.length} imports, ${sheets.length} style sheets, ${complaints.length} complaint(s)`,
);
if (complaints.length > 0) process.exit(1);
