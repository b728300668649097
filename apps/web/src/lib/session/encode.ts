/**
 * Form encoding of nested values as the server reads it: `a[0][b]=1`. Undefined and null are left out; an empty list travels as
 * the JSON text `[]`, because a form has no other way to say "none".
 */
export function encodeForm(input: Readonly<Record<string, unknown>>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) append(form, name, value);
  return form;
}

function append(form: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) {
    if (value.length === 0) form.append(name, '[]');
    for (const [index, entry] of value.entries()) append(form, `${name}[${index}]`, entry);
    return;
  }
  if (typeof value === 'object') {
    for (const [key, entry] of Object.entries(value)) append(form, `${name}[${key}]`, entry);
    return;
  }
  form.append(name, String(value));
}
