import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { Viewer } from '@prdm/viewer';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadAllTexts, startI18n, translate } from '../../../../lib/i18n.ts';
import type { ModelInfo } from '../../models.queries.ts';
import { SaveViewpoint, type ViewDraft } from './save-viewpoint.tsx';
import { ViewpointComments } from './viewpoint-comments.tsx';

const sent = vi.hoisted(() => vi.fn<(input: object) => Promise<{ id: number }>>());
vi.mock('../../models.queries.ts', () => ({
  useAddViewpoint: () => ({ mutateAsync: sent, isPending: false }),
  useComment: () => ({ mutateAsync: sent, isPending: false }),
  useDelComment: () => ({ mutate: () => undefined, isPending: false }),
  useViewpoint: () => ({ data: { comments: [] } }),
}));

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
beforeEach(() => sent.mockReset().mockResolvedValue({ id: 1 }));
afterEach(cleanup);

/** The message shown for each of these texts when it is sent. */
async function messagesOf(field: HTMLElement, button: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const value of texts) {
    fireEvent.change(field, { target: { value } });
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: button }));
    found.push((await screen.findByRole('alert')).textContent);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(field, { target: { value: 'x' } });
  }
  return found;
}

function saving(draft: ViewDraft | null) {
  const viewer = {
    viewpoint: { snapshot: () => Promise.resolve(new Blob(['p'])), save: () => ({ version: 1 }) },
  } as unknown as Viewer;
  render(<SaveViewpoint viewer={viewer} model={{ id: 2, project_id: 3 } as ModelInfo} draft={draft} />);
  return screen.getByLabelText(translate('viewer.viewpoints.name'));
}

test.each([
  ['that was never given', null],
  ['that was taken out of the field', { name: '入户门' }],
])('[VA-009] a viewpoint without a name, one %s, is not sent and says what is missing', async (_what, draft) => {
  const missing = translate('viewer.viewpoints.nameRequired');
  expect(await messagesOf(saving(draft), translate('viewer.viewpoints.save'), ['', '  '])).toEqual([missing, missing]);
  expect(sent).not.toHaveBeenCalled();
});

test('[VA-009] an empty comment is not sent and its message names the missing text', async () => {
  render(<ViewpointComments projectId={3} id={7} />);
  const field = screen.getByRole('textbox');
  const missing = translate('viewer.comments.required');
  expect(await messagesOf(field, translate('viewer.comments.send'), ['', ' \n '])).toEqual([missing, missing]);
  fireEvent.change(field, { target: { value: ' ' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect((await screen.findByRole('alert')).textContent).toBe(missing);
  expect(sent).not.toHaveBeenCalled();
});
