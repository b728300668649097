import type { z } from 'zod';

/** A violated rule of a schema as a translation key, for the server's message and for forms. */
export interface Problem {
  readonly field: string;
  readonly key: string;
  readonly params: Record<string, string | number>;
}

const KEY = /^[a-z][a-zA-Z]*\.[a-zA-Z0-9_.]+$/;

/** The first problem of a refused input. An undeclared field comes first, because it indicates a wrong caller. */
export function problemOf(error: z.ZodError): Problem {
  const issues = error.issues.flatMap((issue) => unfold(issue));
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys');
  return toProblem(unknown ?? (issues[0] as z.core.$ZodIssue));
}

/** The branches of a union: the branch that got furthest describes the problem best. */
function unfold(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || KEY.test(issue.message) || issue.errors.length === 0) return [issue];
  const deepest = [...issue.errors].sort((a, b) => (b[0]?.path.length ?? 0) - (a[0]?.path.length ?? 0))[0] ?? [];
  return deepest.length === 0 ? [issue] : deepest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

function toProblem(issue: z.core.$ZodIssue): Problem {
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const stray = issue.keys[0] ?? '';
    return {
      field: field === '' ? stray : `${field}.${stray}`,
      key: 'validation.unknownField',
      params: { field: stray },
    };
  }
  if (isMissing(issue)) return { field, key: 'validation.required', params: {} };
  return { field, key: KEY.test(issue.message) ? issue.message : 'validation.value', params: figuresOf(issue) };
}

const isMissing = (issue: z.core.$ZodIssue): boolean =>
  (issue.code === 'invalid_type' || issue.code === 'invalid_union' || issue.code === 'invalid_value') &&
  issue.input === undefined;

function figuresOf(issue: z.core.$ZodIssue): Record<string, string | number> {
  if (issue.code === 'too_big') return { n: Number(issue.maximum) };
  if (issue.code === 'too_small') return { n: Number(issue.minimum) };
  return {};
}
