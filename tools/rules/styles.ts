/**
 * A class is styled in one file. A page's style sheet loads when the page first opens and stays loaded. A second file
 * with the same class would change other pages, depending on the visited pages.
 */
export function findSharedClasses(sheets: readonly { file: string; text: string }[]): string[] {
  const homes = new Map<string, Set<string>>();
  for (const { file, text } of sheets) {
    for (const name of classesOf(text)) homes.set(name, (homes.get(name) ?? new Set()).add(file));
  }
  return [...homes]
    .filter(([, files]) => files.size > 1)
    .map(([name, files]) => `.${name} is styled in ${[...files].toSorted().join(' and ')}`);
}

/** The classes that a sheet styles wherever they stand; inside an element of its own (`.page .name`) it may style any. */
export function classesOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, selectors = ''] of text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{/g)) {
    for (const selector of selectors.split(',')) {
      const name = EVERYWHERE.exec(selector.trim())?.[1];
      if (name !== undefined) found.add(name);
    }
  }
  return found;
}

/** One element, whatever state it or the whole page is in: `.name`, `a.name:hover`, `:root[data-theme='dark'] .name[open]`. */
const EVERYWHERE = /^(?::root(?:\[[^\]]*\])*\s+)?[a-z]*\.([\w-]+)(?![^\s]*[\s>+~])[^\s>+~]*$/;

/**
 * Custom properties that no style sheet and no component sets. A browser ignores the whole declaration then, for example
 * a margin. `programs`: the texts of the components, which may set a property inline.
 */
export function findUnknownTokens(
  sheets: readonly { file: string; text: string }[],
  programs: readonly string[],
): string[] {
  const known = new Set([
    ...sheets.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name)),
    ...programs.flatMap((text) => [...text.matchAll(/['"`](--[\w-]+)['"`]/g)].map(([, name]) => name)),
  ]);
  return sheets.flatMap(({ file, text }) =>
    [...new Set([...text.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)].map(([, name]) => name))]
      .filter((name) => !known.has(name))
      .map((name) => `${file}: nothing sets ${name}`),
  );
}
