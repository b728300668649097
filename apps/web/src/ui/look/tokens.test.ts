import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STATUS_LABELS } from '@prdm/contract/status';
import { STATUS } from '../feedback/status.ts';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** The colours of a theme. The dark theme overrides those of :root. */
function colours(theme: 'light' | 'dark'): Map<string, string> {
  const [, dark = ''] = /:root\[data-theme='dark'\] \{([\s\S]*?)\n\}/.exec(css) ?? [];
  const [, light = ''] = /^:root \{([\s\S]*?)\n\}/m.exec(css) ?? [];
  const text = theme === 'dark' ? light + dark : light;
  return new Map([...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]));
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const TEXTS = ['text', 'text-2', 'text-3', 'link', 'danger-text'];
const GROUNDS = ['bg', 'surface', 'raised', 'hover'];
const TONES = ['neutral', 'blue', 'green', 'amber', 'orange', 'red', 'purple', 'teal'];

test.each(['light', 'dark'] as const)('every text colour of the %s theme is readable on every background', (theme) => {
  const colour = colours(theme);
  const pairs: [string, string][] = [
    ...TEXTS.flatMap((text) => GROUNDS.map((ground): [string, string] => [text, ground])),
    ...TONES.map((tone): [string, string] => [`tone-${tone}`, `tone-${tone}-bg`]),
    ['on-primary', 'primary'],
    ['on-primary', 'primary-hover'],
    ['link', 'selected'],
    ['text', 'selected'],
  ];
  const weak = pairs
    .map(([front, back]) => ({
      front,
      back,
      ratio: contrast(colour.get(front) ?? '#000000', colour.get(back) ?? '#000000'),
    }))
    .filter(({ ratio }) => ratio < 4.5);
  expect(weak).toEqual([]);
});

test('every status has a tone and its own mark', () => {
  expect(Object.keys(STATUS).toSorted()).toEqual([...STATUS_LABELS].toSorted());
  const marks = Object.values(STATUS).map(({ mark }) => mark);
  expect(new Set(marks).size).toBe(STATUS_LABELS.length);
});
