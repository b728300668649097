import { describe, expect, test } from 'vitest';
import { addressed, confirmed, detailed, emptySelection, selected } from './selection.ts';

const HERE = { lng: 120.1, lat: 30.2 };
const none = emptySelection(null);

describe('a selection', () => {
  test('[EN-021] [EN-022] gives lng,lat and the address followed by the detail', () => {
    const place = confirmed(detailed(selected(none, HERE, 'A'), '3F'), 'gcj02');
    expect(place).toEqual({ location: '120.1,30.2', datum: 'gcj02', address: 'A3F' });
  });

  test('[VA-027] without a position gives nothing, and its detail is cleared with a message', () => {
    expect(confirmed(none, 'gcj02')).toBeNull();
    expect(detailed(none, '3F')).toMatchObject({ detail: '', problem: 'map.detailFirst' });
    expect(selected(detailed(none, '3F'), HERE).problem).toBeNull();
  });

  test('takes a late address only for the position that it was asked for', () => {
    const first = selected(none, HERE);
    const there = { lng: 121, lat: 31 };
    expect(addressed(first, HERE, 'A').address).toBe('A');
    expect(addressed(selected(first, there), HERE, 'A').address).toBe('');
  });

  test('keeps the detail when another position is chosen', () => {
    expect(selected(detailed(selected(none, HERE, 'A'), '3F'), { lng: 1, lat: 2 }, 'B')).toMatchObject({
      address: 'B',
      detail: '3F',
    });
  });
});
