import { describe, expect, it } from 'vitest';
import { LANGS } from '@prdm/locales';
import { MODEL_REASONS, MODEL_WARNINGS } from '@prdm/contract/models';
import { present, type ModelState } from './models.service.ts';

const file = {
  id: 7,
  name: '办公楼.ifc',
  folder_id: 3,
  folder: { id: 3, name: '模型' },
} as unknown as Parameters<typeof present>[1];
const failed = (reason: string | null) =>
  ({
    id: 1,
    file_id: 7,
    project_id: 2,
    status: 'failed',
    step: 'reading',
    reason,
    detail: '',
    created_at: new Date('2026-11-22T10:00:00Z'),
    updated_at: new Date('2026-11-22T10:00:00Z'),
    meta: { warnings: MODEL_WARNINGS.map((code) => ({ code, detail: '3' })) },
  }) as unknown as ModelState;

describe.each(LANGS)('the text of a reason in %s', (lang) => {
  it('is a sentence for every reason and every warning, never a key', () => {
    const texts = [
      ...MODEL_REASONS.map((reason) => present(failed(reason), file, lang).reason_text),
      ...present(failed('empty'), file, lang).warnings.map(({ text }) => text),
    ];
    expect(texts).toHaveLength(MODEL_REASONS.length + MODEL_WARNINGS.length);
    for (const text of texts) expect(text).not.toMatch(/^$|models\.|\{\{/);
  });

  it('reports an internal failure for an unknown stored reason', () => {
    const internal = present(failed('internal'), file, lang);
    expect(present(failed('of_an_older_program'), file, lang)).toEqual(internal);
    expect(internal.reason).toBe('internal');
    expect(present(failed(null), file, lang)).toMatchObject({ reason: null, reason_text: '' });
  });
});
