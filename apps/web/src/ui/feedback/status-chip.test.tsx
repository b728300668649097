import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { STATUS_LABELS } from '@prdm/contract/status';
import { loadAllTexts, setLanguage, startI18n } from '../../lib/i18n.ts';
import { StatusChip } from './status-chip.tsx';

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
afterEach(async () => {
  cleanup();
  await setLanguage('zh');
});

test('[ST-002] the six labels of transfer, long-term work and review', async () => {
  const labels = {
    transfer_awaiting: ['转交待确认', 'Transfer awaiting confirmation'],
    long_term: ['长期', 'Long-term'],
    under_review: ['审核中', 'Under review'],
    not_reviewed: ['未审核', 'Not reviewed'],
    review_complete: ['审核完成', 'Review complete'],
    review_rejected: ['审核驳回', 'Review rejected'],
  } as const;
  for (const [index, lang] of (['zh', 'en'] as const).entries()) {
    await setLanguage(lang);
    for (const [status, words] of Object.entries(labels)) {
      render(<StatusChip status={status as keyof typeof labels} />);
      screen.getByText(words[index] ?? '');
    }
    cleanup();
  }
});

test('every status has its own words', () => {
  const words = STATUS_LABELS.map((status) => {
    const { container, unmount } = render(<StatusChip status={status} />);
    const text = container.textContent;
    unmount();
    return text;
  });
  expect(new Set(words).size).toBe(STATUS_LABELS.length);
});

test('a status has the name of the glossary in every language', async () => {
  const rows = readFileSync(join(import.meta.dirname, '../../../../../GLOSSARY.md'), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, zh = '', en = '', tw = '', code = '']) => ({ zh, en, tw, code: code.replaceAll('`', '') }));
  const told = STATUS_LABELS.flatMap((status) => rows.filter(({ code }) => code === status).slice(0, 1));
  expect(told).toHaveLength(STATUS_LABELS.length);
  for (const lang of ['zh', 'en', 'tw'] as const) {
    await setLanguage(lang);
    for (const row of told) {
      const { container, unmount } = render(<StatusChip status={row.code as (typeof STATUS_LABELS)[number]} />);
      expect(container.textContent.toLowerCase(), row.code).toContain(row[lang].toLowerCase());
      unmount();
    }
  }
});
