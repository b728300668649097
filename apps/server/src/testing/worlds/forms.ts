import type { Envelope } from '@prdm/contract/kit';

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of every shape
export type FormAnswer = Envelope<any> & { status: number };

/** One multipart request as a browser sends it. */
export async function sendForm(
  address: string,
  token: string | null,
  parts: readonly (readonly [name: string, value: string | { bytes: Buffer; name: string; type?: string }])[],
): Promise<FormAnswer> {
  const form = new FormData();
  for (const [name, value] of parts)
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value.bytes)], { type: value.type ?? '' }), value.name);
  const response = await fetch(address, {
    method: 'POST',
    headers: token === null ? {} : { 'x-token': token },
    body: form,
  });
  return { ...((await response.json()) as Envelope), status: response.status };
}
