import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { FigureInput, plainFigure } from './figure-input.tsx';

afterEach(cleanup);

test.each([
  ['１２．５', '12.5'],
  ['12。5', '12.5'],
  ['－３', '-3'],
  ['1,200,000.50', '1200000.50'],
  ['１，２００', '1200'],
  [' 7 ', '7'],
  ['12.5', '12.5'],
  ['1,5', '1,5'],
  ['12a', '12a'],
  ['。', '。'],
  ['', ''],
])('%s becomes the number %s', (typed, figure) => expect(plainFigure(typed)).toBe(figure));

test('text under composition stays unchanged and becomes plain at its end', () => {
  function Field() {
    const [value, setValue] = useState('');
    return <FigureInput aria-label="hours" value={value} onChange={setValue} />;
  }
  render(<Field />);
  const field = screen.getByLabelText<HTMLInputElement>('hours');
  fireEvent.compositionStart(field);
  fireEvent.input(field, { target: { value: '８' }, isComposing: true });
  expect(field.value).toBe('８');
  fireEvent.compositionEnd(field);
  expect(field.value).toBe('8');
});
