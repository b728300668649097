import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import * as files from '@prdm/contract/files';
import { modelIndex } from '@prdm/contract/models';
import type { Api } from './api.ts';
import { pictureOf } from './drawing.ts';
import { buildProject } from './furnish.ts';
import { outlineIn, type Outline } from './outline.ts';
import { expect, type Visitor } from './test.ts';

export const PARSE_MS = 90_000;
export const DRAW_MS = 60_000;

export type Opens = (path: string, visitor: Visitor) => Promise<Page>;

export interface ModelPlace {
  readonly projectId: number;
  readonly modelId: number;
}

export const toolBar = (page: Page) => page.getByRole('toolbar', { name: '模型工具' });
export const tool = (page: Page, name: string) => toolBar(page).getByRole('button', { name, exact: true });

/** A new project with these IFC files, each parsed or failed. Returns the ids of its models by name. */
export async function uploadModels(
  open: Opens,
  admin: Api,
  given: { account: string; project: string; files: Record<string, string> },
): Promise<{ projectId: number; models: Record<string, number> }> {
  const person = await admin.addPerson({ account: given.account, name: '建模人', password: 'Design-2026' });
  const { id } = await buildProject(admin, { name: given.project, managerId: person.id });
  const { pid } = await admin.call(files.tree, { project_id: id });
  const page = await open(`/file/index?project_id=${id}&pid=${pid}`, { token: admin.token });
  await page.getByTestId('upload-file').setInputFiles(
    Object.entries(given.files).map(([name, text]) => ({
      name,
      mimeType: 'application/x-step',
      buffer: Buffer.from(text),
    })),
  );
  const ended = async () => {
    const { list } = await admin.call(modelIndex, { project_id: id });
    return list.filter(({ status }) => status !== 'parsing').length;
  };
  await expect.poll(ended, { timeout: PARSE_MS }).toBe(Object.keys(given.files).length);
  const { list } = await admin.call(modelIndex, { project_id: id });
  await page.close();
  return { projectId: id, models: Object.fromEntries(list.map((model) => [model.name, model.id])) };
}

/** The small house of the fixtures: 6000 x 4000 on the ground, two storeys. */
export const smallHouse = (): string => readFileSync(join(import.meta.dirname, '../fixtures/tiny.ifc'), 'utf8');

/** In the dark theme: pale walls on a light background are hard to detect by colour. */
export async function openModelPage(
  open: Opens,
  { projectId, modelId }: ModelPlace,
  visitor: Visitor,
  extra = '',
): Promise<Page> {
  const address = `/file/model/view?id=${modelId}&project_id=${projectId}${extra}`;
  const page = await open(address, { theme: 'dark', width: 1300, height: 620, ...visitor });
  await expect(toolBar(page)).toBeVisible({ timeout: DRAW_MS });
  return page;
}

/** Waits until two successive pictures are equal. */
export async function steady(page: Page): Promise<Outline> {
  let last = '';
  await expect
    .poll(
      async () => {
        const [before, now] = [last, await pictureOf(page)];
        last = now;
        return before === now;
      },
      { timeout: DRAW_MS, intervals: [200], message: 'the picture comes to rest' },
    )
    .toBe(true);
  const outline = await outlineIn(page);
  if (outline === null) throw new Error('nothing is drawn');
  return outline;
}
