import { isUtf8 } from 'node:buffer';

/** Number of bytes at the end of `bytes` that begin an incomplete UTF-8 character (0 to 3). */
function openTail(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? back : 0;
    }
  }
  return 0;
}

/** Checks piece by piece whether a file is valid UTF-8. ASCII is valid. */
export class Utf8Check {
  #carry = Buffer.alloc(0);
  #valid = true;

  get valid(): boolean {
    return this.#valid;
  }

  push(piece: Buffer): void {
    if (!this.#valid) return;
    const bytes = this.#carry.length > 0 ? Buffer.concat([this.#carry, piece]) : piece;
    const open = openTail(bytes);
    const end = bytes.length - open;
    if (!isUtf8(bytes.subarray(0, end))) {
      this.#valid = false;
      return;
    }
    this.#carry = Buffer.from(bytes.subarray(end));
  }

  end(): boolean {
    return this.#valid && this.#carry.length === 0;
  }
}

/**
 * Distinguishes GB18030 text from other eight-bit text. Decoding without an error proves little: "ä" with a letter is a rare GBK
 * character, too. Chinese text is almost entirely GB2312, with both bytes above 0xA0. In Latin-1 a high byte mostly stands alone
 * between letters.
 */
export class ChineseCheck {
  #lead = 0;
  #chinese = 0;
  #other = 0;

  push(piece: Buffer): void {
    let lead = this.#lead;
    for (const byte of piece) {
      if (lead > 0) {
        if (lead >= 0xa1 && byte >= 0xa1) this.#chinese += 1;
        else this.#other += 1;
        lead = 0;
      } else if (byte >= 0x80) {
        lead = byte;
      }
    }
    this.#lead = lead;
  }

  get likely(): boolean {
    return this.#chinese > 0 && this.#chinese >= this.#other;
  }
}
