import { expect, it } from 'vitest';
import { cutOut } from './small-picture.ts';

it.each([
  ['of the same proportion whole', 960, 600, { left: 0, top: 0, width: 960, height: 600 }],
  ['that is wider from its middle', 1600, 600, { left: 320, top: 0, width: 960, height: 600 }],
  ['that is higher from its middle', 480, 900, { left: 0, top: 300, width: 480, height: 300 }],
  ['that is smaller as it is', 48, 30, { left: 0, top: 0, width: 48, height: 30 }],
])('a card shows a picture %s', (_name, width, height, part) => {
  expect(cutOut(width, height)).toEqual(part);
});
