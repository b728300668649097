/**
 * Encodes nested values as the form that the server reads: `a[0][b]=1`. Undefined and null are left out. An empty list
 * becomes the JSON text `[]`, because a form cannot express it.
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
