/** A text as a CSS string. A title may hold quotation marks, backslashes and line ends. */
export const cssText = (text: string): string =>
  `"${text.replace(/[\\"<\p{Cc}]/gu, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`;

const FONT = `font: 9pt/1.4 "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif; color: #000;`;

/** A long title must not run into the name of the enterprise. */
const LONGEST = 48;
const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

/**
 * The margin boxes of each page. `foot` holds `{page}` and `{pages}`; only the browser knows both numbers.
 */
export function pageRules(given: { left: string; right: string; foot: string; isLandscape?: boolean }): string {
  const { left, right, foot, isLandscape = false } = given;
  const counted = foot
    .split(/(\{pages?\})/)
    .filter((part) => part !== '')
    .map((part) => (part === '{page}' ? 'counter(page)' : part === '{pages}' ? 'counter(pages)' : cssText(part)))
    .join(' ');
  return `@page { size: A4${isLandscape ? ' landscape' : ''}; margin: 20mm 16mm 18mm;
    @top-left { content: ${cssText(shortened(left))}; ${FONT} }
    @top-right { content: ${cssText(shortened(right))}; ${FONT} }
    @bottom-right { content: ${counted}; ${FONT} }
  }`;
}
