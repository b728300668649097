import { describe, expect, test } from 'vitest';
import { LIMITS } from '@prdm/contract/limits';
import { problemOf } from './choice.ts';

const file = (name: string, type: string, size = 1000) => ({ name, type, size });

describe('[VA-028] a chosen file', () => {
  test.each([
    file('a.gif', 'image/gif'),
    file('a.jpg', 'image/jpeg'),
    file('a.png', 'image/png'),
    file('a.bmp', 'image/bmp'),
    file('a.bmp', 'image/x-ms-bmp'),
    file('a.BMP', ''),
    file('a.webp', 'image/webp', LIMITS.imageBytes),
  ])('of a kind of picture is taken: $name $type', (given) => {
    expect(problemOf(given)).toBeNull();
  });

  test.each([
    file('a.pdf', 'application/pdf'),
    file('a.svg', 'image/svg+xml'),
    file('a.png', 'text/html'),
    file('a.tiff', ''),
    file('png', ''),
  ])('of another kind is refused: $name $type', (given) => {
    expect(problemOf(given)).toBe('images.problems.no_picture');
  });

  test('above the limit is refused', () => {
    expect(problemOf(file('a.png', 'image/png', LIMITS.imageBytes + 1))).toBe('images.dialog.tooLarge');
  });
});
