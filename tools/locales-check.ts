/**
 * Texts: the same keys in zh, en and tw; the same placeholders; tw as derived from zh; plurals and quotation marks (rules/texts.ts); no
 * Chinese in the code; every key that the code names literally exists. Prints what is wrong and fails.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { LANGS, localesDir } from '@prdm/locales';
import { plainPlurals, straightQuotes, uncounted } from './rules/texts.ts';

type Tree = { [key: string]: string | Tree };

const complaints: string[] = [];
let checks = 0;

const flatten = (tree: Tree, prefix: string): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${prefix}.${key}`, value]] : flatten(value, `${prefix}.${key}`),
  );

const textsOf = (lang: string): Map<string, string> => {
  const files = readdirSync(`${localesDir}/${lang}`).filter((file) => file.endsWith('.json'));
  return new Map(
    files.flatMap((file) =>
      flatten(JSON.parse(readFileSync(`${localesDir}/${lang}/${file}`, 'utf8')) as Tree, file.replace(/\.json$/, '')),
    ),
  );
};

const texts = new Map(LANGS.map((lang) => [lang, textsOf(lang)]));
const zh = texts.get('zh') ?? new Map<string, string>();
const en = texts.get('en') ?? new Map<string, string>();
const placeholders = (text: string): string =>
  [...new Set(text.match(/\{\{\s*\w+/g) ?? [])]
    .map((found) => found.replace(/\W/g, ''))
    .toSorted()
    .join(',');

/** The names of the languages, and the texts that the specification fixes in Chinese (SH-017, VA-029). */
const CHINESE_EVERYWHERE = /^(?:shell\.(?:languages|fixedTitles)\.|images\.dialog\.none$)/;
complaints.push(...plainPlurals(en));
for (const [lang, table] of texts) {
  complaints.push(...straightQuotes(lang, table));
  for (const [key, text] of table) {
    checks += 1;
    const base = key.replace(/_(one|other|zero|two|few|many)$/, '');
    if (!zh.has(key) && !zh.has(base) && !zh.has(`${base}_other`)) complaints.push(`${lang}: ${key} is not in zh`);
    if (text.trim() === '') complaints.push(`${lang}: ${key} is empty`);
    if (lang === 'en' && /[\u4e00-\u9fff]/.test(text) && !CHINESE_EVERYWHERE.test(key))
      complaints.push(`en: ${key} holds Chinese`);
    const source = zh.get(key) ?? zh.get(base);
    if (source !== undefined && placeholders(source) !== placeholders(text))
      complaints.push(`${lang}: ${key} has other placeholders than zh`);
  }
  for (const key of zh.keys()) {
    checks += 1;
    const plural = table.has(`${key}_other`) || table.has(key.replace(/_other$/, ''));
    if (!table.has(key) && !plural) complaints.push(`${lang}: ${key} is missing`);
  }
}

try {
  execFileSync(process.execPath, ['tools/tw.ts', '--check'], { encoding: 'utf8' });
} catch (error) {
  complaints.push(error instanceof Error && 'stdout' in error ? String(error.stdout).trim() : String(error));
}

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'apps', 'packages'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\.(test|spec|e2e|faults)\.tsx?$/.test(file) &&
      !/\/(testing|test|seed|playground)\//.test(file),
  );
const namespaces = new Set([...zh.keys()].map((key) => key.split('.', 1)[0]));
const parents = new Set(
  [...zh.keys()].flatMap((key) => key.split('.').map((_part, index, parts) => parts.slice(0, index + 1).join('.'))),
);
for (const file of files) {
  const source = readFileSync(file, 'utf8');
  complaints.push(...uncounted(en, file, source));
  for (const [index, line] of source.split('\n').entries()) {
    const code = line.replace(/^\s*(\/\/|\*|\/\*).*/, '');
    checks += 1;
    const comment = code.indexOf('//');
    const visible = comment >= 0 ? code.slice(0, comment) : code;
    if (/[\u4e00-\u9fff]/.test(visible)) complaints.push(`${file}:${index + 1}: Chinese text in the code`);
    for (const [, key = ''] of visible.matchAll(/['"`]([a-z][a-zA-Z_]*\.[a-zA-Z0-9_.]+)['"`]/g)) {
      const [namespace = ''] = key.split('.', 1);
      const isKey =
        namespaces.has(namespace) &&
        /(\bt\(|key|Key|fail\.|validation\.|translate\(|error:|label|title|<Trans)/.test(visible);
      const known = zh.has(key) || parents.has(key) || zh.has(`${key}_other`);
      if (isKey && !known && !/\.(ts|tsx|json|css|js|svg)$/.test(key))
        complaints.push(`${file}:${index + 1}: no text for ${key}`);
    }
  }
}

if (zh.size < 50 || files.length < 50) complaints.push(`only ${zh.size} texts and ${files.length} files were read`);
for (const complaint of complaints) console.log(complaint);
console.log(`${checks} checks, ${complaints.length} complaint(s)`);
if (complaints.length > 0) process.exit(1);
