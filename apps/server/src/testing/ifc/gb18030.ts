/**
 * Converts text to GB18030 bytes, which Node cannot do. It covers ASCII and the two-byte part (GBK), which holds all
 * of everyday Chinese. Throws RangeError for other characters.
 */
export function encodeGb18030(text: string): Buffer {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) {
      bytes.push(code);
      continue;
    }
    const pair = table().get(character);
    if (pair === undefined) throw new RangeError(`no two-byte form of ${character}`);
    bytes.push(pair >> 8, pair & 0xff);
  }
  return Buffer.from(bytes);
}

let known: Map<string, number> | null = null;

/** Decodes every pair once, so that the table cannot differ from the decoder under test. */
function table(): Map<string, number> {
  if (known) return known;
  known = new Map();
  const decoder = new TextDecoder('gb18030');
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    const trails = Array.from({ length: 0xff - 0x40 }, (_, index) => 0x40 + index).filter((trail) => trail !== 0x7f);
    const decoded = [...decoder.decode(Uint8Array.from(trails.flatMap((trail) => [lead, trail])))];
    if (decoded.length !== trails.length) continue;
    for (const [index, trail] of trails.entries()) {
      const character = decoded[index];
      if (character && character !== '\uFFFD' && !known.has(character)) known.set(character, (lead << 8) | trail);
    }
  }
  return known;
}
