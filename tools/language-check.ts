/**
 * Language: comments and English documents against the rule in CONTRIBUTING.md, and the subjects of the commits after the one that
 * added this check. Prints the complaints and fails.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { EXEMPT_FROM_LANGUAGE } from './rules/language-exempt.ts';
import { exemptionOf, findPoorComments, findPoorProse, judgeSubject } from './rules/language.ts';
import { subjectsSince } from './rules/subjects.ts';

const CHECK = 'tools/rules/language.ts';
const SOURCES = /\.(?:tsx?|css|sql|mjs)$/;
/** docs/specification repeats the text of the customer. */
const OTHER_DOCUMENTS = /^docs\/(?:specification|manual\/(?:zh|tw))\//;
const DOCUMENTS = /^(?:README|ARCHITECTURE|CONTRIBUTING|CHANGELOG|GLOSSARY|docs\/.*)\.md$/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => SOURCES.test(file) || (DOCUMENTS.test(file) && !OTHER_DOCUMENTS.test(file)));

const complaints: string[] = [];
const waiting = new Set<string>();
for (const file of files) {
  const find = SOURCES.test(file) ? findPoorComments : findPoorProse;
  const found = find(file, readFileSync(file, 'utf8'));
  const exemption = exemptionOf(file);
  if (exemption === undefined) complaints.push(...found);
  else if (found.length > 0) waiting.add(exemption);
}
if (files.length < 50) complaints.push(`only ${files.length} files were read`);

for (const prefix of EXEMPT_FROM_LANGUAGE) {
  if (!files.some((file) => file.startsWith(prefix))) complaints.push(`${prefix} is exempt and does not exist`);
  else if (!waiting.has(prefix)) console.log(`note: ${prefix} needs no exemption, remove its line`);
}

const subjects = subjectsSince(process.cwd(), CHECK);
if (subjects === null) console.log('skipped: no git history');
for (const { id, subject } of subjects ?? []) {
  const complaint = judgeSubject(subject);
  if (complaint !== null) complaints.push(`commit ${id}: the subject ${complaint}: ${subject}`);
}

for (const complaint of complaints) console.log(complaint);
console.log(
  `${files.length} files, ${waiting.size} prefixes to rewrite, ${subjects?.length ?? 0} subjects, ${complaints.length} complaint(s)`,
);
if (complaints.length > 0) process.exit(1);
