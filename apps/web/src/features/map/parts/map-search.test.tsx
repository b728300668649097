import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadAllTexts, startI18n, translate as t } from '../../../lib/i18n.ts';
import type { MapProvider } from '../providers/provider.ts';
import { MapSearch } from './map-search.tsx';

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
afterEach(cleanup);

const search = (word: string) =>
  word === '西湖'
    ? Promise.resolve([{ name: '西湖', address: '杭州', lng: 120.1, lat: 30.2 }])
    : Promise.reject(new Error('AMap answered error: USER_DAILY_QUERY_OVER_LIMIT'));

it('[EN-022] a failed search shows its message in place, and the next word searches again', async () => {
  const provider = { kind: 'amap', datum: 'gcj02', searches: true, search } as unknown as MapProvider;
  render(<MapSearch provider={provider} onChoose={() => undefined} />);
  const field = screen.getByRole('combobox');
  await userEvent.type(field, '钱塘江');
  expect((await screen.findByRole('alert')).textContent).toBe(t('map.noAnswer'));
  await userEvent.clear(field);
  await userEvent.type(field, '西湖');
  expect(await screen.findByRole('option')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
