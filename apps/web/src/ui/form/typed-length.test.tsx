import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, Input } from 'antd';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { text } from '@prdm/contract/kit/fields';
import { loadAllTexts, startI18n, translate } from '../../lib/i18n.ts';
import { rulesOfField } from './rules.ts';
import { typedBytes, typedLength } from './typed-length.ts';

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
afterEach(cleanup);

test('pasted text is not cut: the counter shows near the limit, and the rule reports the excess', async () => {
  render(
    <Form validateTrigger="onBlur">
      <Form.Item name="name" rules={rulesOfField(text(30))}>
        <Input aria-label="name" {...typedLength(30)} />
      </Form.Item>
    </Form>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox');
  await userEvent.click(field);
  await userEvent.paste('x'.repeat(20));
  expect(screen.queryByText('20/30')).toBeNull();
  await userEvent.paste('x'.repeat(25));
  expect(field.value).toHaveLength(45);
  screen.getByText('45/30');
  fireEvent.blur(field);
  await screen.findByText(translate('validation.tooLong', { n: 30 }));
});

test('where bytes count, a Chinese character counts three', () => {
  render(<Input aria-label="name" defaultValue={'图'.repeat(90)} {...typedBytes(255)} />);
  screen.getByText('270/255');
});
