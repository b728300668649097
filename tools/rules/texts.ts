/** Texts by key, as `file.path.to.entry`. */
type Texts = ReadonlyMap<string, string>;

const NUMBER = String.raw`\{\{\s*(?:n|count)\s*\}\}`;
/** Before a limit: those are greater than one. */
const LIMIT = /(?:at (?:most|least)|than) $/i;
/** A number, at most two words of its noun, and a word in the plural: `{{n}} files`, `{{n}} more files`. Verbs and the like end in s, too. */
const COUNTED = new RegExp(
  `${NUMBER} (?:(?!(?:and|at|by|for|from|in|of|on|or|to|with)\\b)[a-z]+ ){0,2}?(?!(?:across|as|has|is|its|less|this|was)\\b)[a-z]+s\\b`,
  'gi',
);

/**
 * English has one file and two files: a number before a plural noun also needs a text for one (`_one`, `_other`,
 * chosen by `count`). The check reads only the numbers `n` and `count`, because `{{by}} reminds you` names a person.
 */
export function plainPlurals(english: Texts): string[] {
  const complaints: string[] = [];
  for (const [key, text] of english) {
    if (key.endsWith('_one')) continue;
    if (key.endsWith('_other')) {
      if (!english.has(key.replace(/_other$/, '_one'))) complaints.push(`en: ${key} has no text for one beside it`);
      continue;
    }
    for (const { 0: words, index } of text.matchAll(COUNTED)) {
      if (!LIMIT.test(text.slice(0, index)))
        complaints.push(`en: ${key} says "${words}" of one, too; it needs ${key}_one and _other`);
    }
  }
  return complaints;
}

/** Quotation marks are “ and ”, in pairs, in every language. */
export function straightQuotes(lang: string, texts: Texts): string[] {
  return [...texts].flatMap(([key, text]) => {
    if (text.includes('"')) return [`${lang}: ${key} has straight quotation marks`];
    const marks = text.replace(/[^“”]/g, '');
    return /^(?:“”)*$/.test(marks) ? [] : [`${lang}: ${key} has quotation marks that are not “ and ” in pairs`];
  });
}

/** A text with plural forms shows its key when the code passes no `count`. The check does not see composed keys. */
export function uncounted(english: Texts, file: string, code: string): string[] {
  return [...code.matchAll(/\b(?:t|translate)\(\s*'([\w.]+)'/g)].flatMap(({ 0: call, 1: key = '', index }) =>
    english.has(`${key}_other`) && !/\bcount\b/.test(upToClosing(code.slice(index + call.length)))
      ? [`${file}: ${key} is named without count`]
      : [],
  );
}

/** The parameters of a call, up to the bracket that closes it. */
function upToClosing(code: string): string {
  let open = 1;
  for (const [index, sign] of [...code].entries()) {
    if (sign === '(') open += 1;
    if (sign === ')') open -= 1;
    if (open === 0) return code.slice(0, index);
  }
  return code;
}
