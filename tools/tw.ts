/**
 * Derives packages/locales/tw and the manual's docs/manual/tw from zh: character and phrase conversion for Taiwan, then the trade's own
 * terms (GLOSSARY.md).
 *   tw.ts          writes the files
 *   tw.ts --check  fails when a file is not what zh would give today
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as OpenCC from 'opencc-js/cn2t';
import { localesDir } from '@prdm/locales';

type Tree = { [key: string]: string | Tree };

const toTaiwan = OpenCC.Converter({ from: 'cn', to: 'twp' });

/** Simplified terms whose Taiwan term general conversion misses or gets wrong; longest first. */
const TERMS = (
  JSON.parse(readFileSync(new URL('./tw-terms.json', import.meta.url), 'utf8')) as [string, string][]
).toSorted((a, b) => b[0].length - a[0].length);

function convertText(text: string): string {
  const kept: string[] = [];
  let marked = text;
  for (const [simplified, taiwan] of TERMS) {
    marked = marked.replaceAll(simplified, () => {
      kept.push(taiwan);
      return String.fromCodePoint(0xe000 + kept.length - 1);
    });
  }
  return toTaiwan(marked).replace(/[\uE000-\uF8FF]/g, (mark) => kept[(mark.codePointAt(0) ?? 0xe000) - 0xe000] ?? mark);
}

const convert = (tree: Tree): Tree =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, typeof value === 'string' ? convertText(value) : convert(value)]),
  );

const check = process.argv.includes('--check');
let stale = 0;
/** Converts every file of a zh folder and writes it to the tw folder beside it. */
function derive(folder: string, named: string, convertFile: (text: string) => string): void {
  if (!check) mkdirSync(`${folder}/tw`, { recursive: true });
  for (const file of readdirSync(`${folder}/zh`)) {
    const target = `${folder}/tw/${file}`;
    const wanted = convertFile(readFileSync(`${folder}/zh/${file}`, 'utf8'));
    const present = existsSync(target) ? readFileSync(target, 'utf8') : '';
    if (present === wanted) continue;
    stale += 1;
    if (check) console.log(`${named}/tw/${file} is not what zh gives; run: npm run ts tools/tw.ts`);
    else writeFileSync(target, wanted);
  }
}

derive(localesDir, 'packages/locales', (text) => `${JSON.stringify(convert(JSON.parse(text) as Tree), null, 2)}\n`);
derive(fileURLToPath(new URL('../docs/manual', import.meta.url)), 'docs/manual', convertText);
if (check && stale > 0) process.exit(1);
console.log(check ? 'tw is fresh' : `${stale} file(s) written`);
