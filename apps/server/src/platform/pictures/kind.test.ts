import { describe, expect, it } from 'vitest';
import { jpegOf, pngOf, webpOf } from '../../testing/worlds/pictures.ts';
import { imageKind } from './kind.ts';

describe('the content determines the kind of a picture', () => {
  it('recognises PNG, JPEG and WebP with their size', () => {
    expect(imageKind(pngOf(3, 2, [1, 2, 3]))).toEqual({ type: 'image/png', width: 3, height: 2 });
    expect(imageKind(jpegOf(640, 480))).toEqual({ type: 'image/jpeg', width: 640, height: 480 });
    expect(imageKind(webpOf(256, 128))).toEqual({ type: 'image/webp', width: 256, height: 128 });
  });

  it('returns null for content that a browser might run or another program might read differently', () => {
    const png = pngOf(3, 2, [1, 2, 3]);
    const others = [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      Buffer.from('GIF89a\u0001\u0000\u0001\u0000;'),
      Buffer.from('BM'),
      Buffer.alloc(0),
      png.subarray(0, 8),
      png.subarray(0, -4),
      Buffer.concat([png, Buffer.from('<script>')]),
      Buffer.concat([jpegOf(2, 2), Buffer.from('PK')]),
      Buffer.concat([webpOf(2, 2), Buffer.from('x')]),
      pngOf(0, 1, [0, 0, 0]),
    ];
    for (const bytes of others) expect(imageKind(bytes)).toBeNull();
  });

  it('never reads beyond the end of a truncated picture', () => {
    for (const whole of [pngOf(3, 2, [1, 2, 3]), jpegOf(9, 9), webpOf(9, 9)])
      for (let length = 0; length < whole.length; length += 1) expect(imageKind(whole.subarray(0, length))).toBeNull();
  });
});
