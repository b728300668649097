import { render } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { toWire, toWireDay } from '../lib/format.ts';
import { startI18n } from '../lib/i18n.ts';
import { DateText } from './date-text.tsx';

beforeAll(() => startI18n());

const ago = (minutes: number): string => toWire(new Date(Date.now() - minutes * 60_000));
const textOf = (element: React.ReactElement): string => {
  const { container, unmount } = render(element);
  const text = [...container.childNodes].map((node) => node.textContent).join(' | ');
  unmount();
  return text;
};

test('[LI-015] a fact shows YYYY-MM-DD HH:mm:ss with a relative word beside it', () => {
  const near = ago(180);
  expect(near).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(textOf(<DateText value={near} fact />)).toBe(`${near} | 3小时前`);
  expect(textOf(<DateText value={near} exact />)).toBe(near);
  expect(textOf(<DateText value={near} />)).toBe('3小时前');
});

test('[LI-015] a time beyond a week is shown in full once, a day without a time', () => {
  const far = ago(60 * 24 * 30);
  expect(textOf(<DateText value={far} fact />)).toBe(far);
  expect(textOf(<DateText value={far} exact />)).toBe(far);
  expect(textOf(<DateText value={far} />)).toBe(far);
  const day = toWireDay(new Date());
  expect(textOf(<DateText value={day} fact />)).toBe(`${day} | 今天`);
});
