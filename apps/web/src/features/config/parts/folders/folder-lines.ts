import { TEMPLATE_DEPTH_MAX, type TemplateFolder } from '@prdm/contract/files/folder-templates';

export type { TemplateFolder };
type Lines = readonly TemplateFolder[];

/** The index behind the last folder below the line. */
export function endOf(lines: Lines, at: number): number {
  const depth = lines[at]?.depth ?? 0;
  const next = lines.findIndex((line, index) => index > at && line.depth <= depth);
  return next === -1 ? lines.length : next;
}

/** Moves the folder with everything below it one level in (1) or out (-1). null: not possible. */
export function shifted(lines: Lines, at: number, by: 1 | -1): TemplateFolder[] | null {
  const line = lines[at];
  if (line === undefined) return null;
  const end = endOf(lines, at);
  const depth = line.depth + by;
  const deepest = Math.max(...lines.slice(at, end).map((one) => one.depth)) + by;
  if (depth < 0 || depth > (lines[at - 1]?.depth ?? -1) + 1 || deepest > TEMPLATE_DEPTH_MAX) return null;
  return lines.map((one, index) => (index >= at && index < end ? { ...one, depth: one.depth + by } : one));
}

/** Moves the folder with everything below it before or behind its neighbour on the same level. null: there is none. */
export function moved(lines: Lines, at: number, by: 1 | -1): { lines: TemplateFolder[]; at: number } | null {
  const depth = lines[at]?.depth ?? 0;
  const end = endOf(lines, at);
  if (by === 1) {
    if (lines[end]?.depth !== depth) return null;
    const after = endOf(lines, end);
    const whole = [...lines.slice(0, at), ...lines.slice(end, after), ...lines.slice(at, end), ...lines.slice(after)];
    return { lines: whole, at: at + (after - end) };
  }
  const before = lines.slice(0, at).findLastIndex((one) => one.depth <= depth);
  if (lines[before]?.depth !== depth) return null;
  const whole = [...lines.slice(0, before), ...lines.slice(at, end), ...lines.slice(before, at), ...lines.slice(end)];
  return { lines: whole, at: before };
}

/** Removes the folder with everything below it. */
export const without = (lines: Lines, at: number): TemplateFolder[] => [
  ...lines.slice(0, at),
  ...lines.slice(endOf(lines, at)),
];

/** Adds an empty folder behind the line and everything below it, on its level. */
export function withNew(lines: Lines, at: number): { lines: TemplateFolder[]; at: number } {
  const end = at < 0 ? lines.length : endOf(lines, at);
  const line = { name: '', depth: at < 0 ? 0 : (lines[at]?.depth ?? 0), grants: [] };
  return { lines: [...lines.slice(0, end), line, ...lines.slice(end)], at: end };
}

/** Lines whose name an earlier folder of the same parent has. */
export function repeated(lines: Lines): ReadonlySet<number> {
  const found = new Set<number>();
  const siblings: Set<string>[] = [];
  for (const [index, { name, depth }] of lines.entries()) {
    siblings.length = Math.min(siblings.length, depth + 1);
    const names = (siblings[depth] ??= new Set());
    const key = name.trim().toLowerCase();
    if (key !== '' && names.has(key)) found.add(index);
    names.add(key);
  }
  return found;
}
