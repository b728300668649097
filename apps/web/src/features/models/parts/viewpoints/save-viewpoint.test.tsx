import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Viewer } from '@prdm/viewer';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadAllTexts, startI18n, translate } from '../../../../lib/i18n.ts';
import type { ModelInfo } from '../../models.queries.ts';
import { SaveViewpoint, type ViewDraft } from './save-viewpoint.tsx';

const saved = vi.hoisted(() => vi.fn<(input: { name: string }) => Promise<{ id: number }>>());
vi.mock('../../models.queries.ts', () => ({ useAddViewpoint: () => ({ mutateAsync: saved, isPending: false }) }));

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
beforeEach(() => saved.mockReset().mockResolvedValue({ id: 1 }));
afterEach(cleanup);

const button = () => screen.getByRole('button', { name: translate('viewer.viewpoints.save') });
const field = () => screen.getByLabelText<HTMLInputElement>(translate('viewer.viewpoints.name'));

/** A view whose picture is ready when `draw` is called. */
function form(draft: ViewDraft | null = null) {
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  const viewer = { viewpoint: { snapshot: () => promise, save: () => ({ version: 1 }) } } as unknown as Viewer;
  render(<SaveViewpoint viewer={viewer} model={{ id: 2, project_id: 3 } as ModelInfo} draft={draft} />);
  return { draw: () => resolve(new Blob(['picture'])), fail: () => reject(new Error('no picture')) };
}

test('two clicks during the drawing of the picture save one viewpoint', async () => {
  const { draw } = form();
  fireEvent.change(field(), { target: { value: '走廊净高' } });
  fireEvent.click(button());
  fireEvent.submit(field());
  fireEvent.click(button());
  expect((button() as HTMLButtonElement).disabled).toBe(true);
  draw();
  await waitFor(() => expect((button() as HTMLButtonElement).disabled).toBe(false));
  expect(saved.mock.calls.map(([{ name }]) => name)).toEqual(['走廊净高']);
  expect(field().value).toBe('');
});

test('a failed picture is reported, and the user can retry', async () => {
  const { fail } = form();
  fireEvent.change(field(), { target: { value: '走廊净高' } });
  fireEvent.click(button());
  fail();
  expect((await screen.findByRole('alert')).textContent).toContain('no picture');
  expect((button() as HTMLButtonElement).disabled).toBe(false);
  expect(field().value).toBe('走廊净高');
  expect(saved).not.toHaveBeenCalled();
});

test('a view saved from the menu has its name in the field, and the field has the focus', () => {
  form({ name: '入户门' });
  expect(field().value).toBe('入户门');
  expect(document.activeElement).toBe(field());
});
