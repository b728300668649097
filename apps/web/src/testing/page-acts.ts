import { fireEvent, screen, waitFor, within, type BoundFunctions, type queries } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { z } from 'zod';
import type { overview } from '@prdm/contract/projects';
import type { WholeApp } from './whole-app.ts';
import type { Answer, Seen } from './wire.ts';

type Overview = z.output<typeof overview.output>;

/* Acts that tests of whole pages repeat. */

export const ok = (data: unknown): Answer => ({ body: { code: 0, msg: '', data } });
export const refusal = (code: number, msg: string, data: unknown = null): Answer => ({ body: { code, msg, data } });
/** The query of a GET call. */
export const queryOf = ({ url }: Pick<Seen, 'url'>): URLSearchParams => new URLSearchParams(url.split('?')[1]);
/** The forms that were posted to a path so far. */
export const posted = (app: WholeApp, path: string): URLSearchParams[] =>
  app.wire.seen
    .filter(({ url, method }) => method === 'POST' && url.split('?')[0] === path)
    .map(({ body }) => new URLSearchParams(body));

/** The row of a list that shows this text. */
export const rowOf = (text: string): Promise<HTMLElement> =>
  waitFor(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('.page-table [data-row-key]')];
    const found = rows.find(({ textContent }) => textContent.includes(text));
    if (found === undefined) throw new Error(`no row ${text}`);
    return found;
  });
export const hasRow = (text: string): boolean =>
  [...document.querySelectorAll('.page-table [data-row-key]')].some(({ textContent }) => textContent.includes(text));

type Place = BoundFunctions<typeof queries>;
export const dialog = async (name: string | RegExp): Promise<Place> =>
  within(await screen.findByRole('dialog', { name }));
export const noDialog = (name: string | RegExp) =>
  waitFor(() => {
    if (screen.queryByRole('dialog', { name }) !== null) throw new Error(`still open: ${name}`);
  });

/** Types over what a field holds, and leaves the field. */
export function fill(field: HTMLElement, text: string): void {
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
}

/** Chooses an entry of the list that belongs to a field. */
export async function choose(field: HTMLElement, name: string): Promise<void> {
  // A list is locked until its entries are loaded.
  await waitFor(() => {
    if ((field as HTMLInputElement).disabled) throw new Error(`locked: ${name}`);
  });
  await userEvent.click(field);
  const options = await screen.findAllByText(name, {
    selector: '.ant-select-item-option-content *, .ant-select-item-option-content',
  });
  await userEvent.click(options.at(-1) as HTMLElement);
}

/** Keeps the calls of a path from leaving until they are released. */
export function hold(path: string): { release: () => void } {
  const usual = window.fetch;
  const { promise, resolve } = Promise.withResolvers<void>();
  window.fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input, location.href);
    if (address.pathname === path) await promise;
    return usual(input, init);
  };
  return {
    release: () => {
      window.fetch = usual;
      resolve();
    },
  };
}

/** The answer about the people of a project. */
export const projectOverview = (special: Partial<Overview> = {}): Overview => ({
  id: 3,
  name: '滨江门诊楼',
  status: 'ongoing',
  stage_id: 1,
  stages: [{ id: 1, code: 'concept', name: '方案设计', current: true }],
  member_count: 1,
  by_role: [],
  by_profession: [],
  created_at: '2026-03-01 09:00:00',
  construction_start: null,
  construction_end: null,
  total_hours: null,
  can: { edit: false, member: false, archive: false, unarchive: false, transfer: false },
  ...special,
});
