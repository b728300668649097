import { fetchBytes } from './bytes.ts';

/**
 * Fetches a generated file and hands it to the browser as a download. A link cannot send the token. Throws CallError
 * when the server refuses.
 */
export async function saveFile(address: string, name: string): Promise<void> {
  const { bytes, type } = await fetchBytes(address);
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
