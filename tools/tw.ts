/**
 * Derives packages/locales/tw from zh: character and phrase conversion for Taiwan, then the trade's own terms (GLOSSARY.md).
 *   tw.ts          writes the files
 *   tw.ts --check  fails when a file is not what zh would give today
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as OpenCC from 'opencc-js/cn2t';
import { localesDir } from '@prdm/locales';

type Tree = { [key: string]: string | Tree };

const toTaiwan = OpenCC.Converter({ from: 'cn', to: 'twp' });

/** Simplified terms with a Taiwan term of the trade that general conversion misses or gets wrong; longest first. */
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
for (const file of readdirSync(`${localesDir}/zh`)) {
  const target = `${localesDir}/tw/${file}`;
  const wanted = `${JSON.stringify(convert(JSON.parse(readFileSync(`${localesDir}/zh/${file}`, 'utf8')) as Tree), null, 2)}\n`;
  const present = existsSync(target) ? readFileSync(target, 'utf8') : '';
  if (present === wanted) continue;
  stale += 1;
  if (check) console.log(`packages/locales/tw/${file} is not what zh gives; run: npm run ts tools/tw.ts`);
  else writeFileSync(target, wanted);
}
if (check && stale > 0) process.exit(1);
console.log(check ? 'tw is fresh' : `${stale} file(s) written`);
