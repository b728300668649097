import type { Principal } from '@prdm/access';
import { withContact, type Content } from '../../platform/content/content.ts';
import { shownSealed } from '../../platform/money/sealed.ts';

/** Values that no reader may see. No event holds them; this guards against an event that would. */
const SECRET = /password|passwd|token|secret_key|hash$|^code$|^salt$|verify_code/i;
const ALLOWED = new Set(['password_length_min', 'password_length_max']);

/**
 * Values of a log row as a reader may see them: amounts and content of others are masked, secrets are left out. Older rows
 * of people hold phone and e-mail as plain texts.
 */
export function shownTo(
  reader: Principal,
  { target_kind: kind, target_id: id }: { readonly target_kind: string; readonly target_id: number | null },
  values: unknown,
): unknown {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return shownSealed(values, reader);
  const kept = Object.entries(values).filter(([name]) => ALLOWED.has(name) || !SECRET.test(name));
  const known = Object.fromEntries(kept) as Record<string, unknown>;
  if (kind !== 'user') return shownSealed(known, reader);
  const plain = Object.fromEntries(
    ['phone', 'email'].flatMap((name) => (typeof known[name] === 'string' ? [[name, known[name]]] : [])),
  );
  const sealed = Object.entries(withContact(id ?? 0, plain)).map(([name, one]) => [name, (one as Content).sealed()]);
  return shownSealed({ ...known, ...Object.fromEntries(sealed) }, reader);
}
