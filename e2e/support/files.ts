import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { CDPSession, Locator, Page } from '@playwright/test';
import * as files from '@prdm/contract/files';
import { Api } from './api.ts';
import { buildProject } from './furnish.ts';

let serial = 0;

export interface FilePlace {
  /** The manager of the project. */
  readonly manager: Api;
  readonly managerId: number;
  readonly name: string;
  readonly projectId: number;
  readonly root: number;
  /** A folder below the root, and the address of its page. */
  readonly folder: number;
  readonly folderName: string;
  readonly path: string;
}

/** A new project with one folder in addition to the standard ones. Its manager is a new user, or that of `beside`. */
export async function filePlace(admin: Api, address: string, beside?: FilePlace): Promise<FilePlace> {
  serial += 1;
  const name = `滨江科技园${serial}期`;
  const folderName = `${serial}号楼`;
  const { manager, managerId } = beside ?? (await newManager(admin, address));
  const project = await buildProject(admin, { name, managerId });
  const { pid: root } = await manager.call(files.tree, { project_id: project.id });
  const { id: folder } = await manager.call(files.mkdir, { pid: root, name: folderName });
  const path = `/file/index?project_id=${project.id}&pid=${folder}`;
  return { manager, managerId, name, projectId: project.id, root, folder, folderName, path };
}

async function newManager(admin: Api, address: string): Promise<Pick<FilePlace, 'manager' | 'managerId'>> {
  const person = await admin.addPerson({ account: `files${serial}`, name: '陈思远', password: 'Design-2026' });
  return { manager: await Api.signIn(address, person.account, person.password), managerId: person.id };
}

export const dock = (page: Page): Locator => page.getByRole('region', { name: '上传列表' });
/** The folders down to the open one. */
export const crumbs = (page: Page): Locator => page.locator('#page').getByRole('navigation', { name: '当前位置' });
export const uploadRow = (page: Page, name: string): Locator =>
  dock(page).getByTestId('upload-row').filter({ hasText: name });
/** The line of a chosen folder, which expands. */
export const uploadFolder = (page: Page, name: string): Locator =>
  dock(page).getByTestId('upload-folder-row').filter({ hasText: name });
export const fileRow = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: '文件', exact: true }).getByRole('row').filter({ hasText: name });

/** A file in the browser's memory. */
export const inMemory = (name: string, content: Buffer | string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

/** Limits the upload speed between browser and server. */
export async function lineOf(
  page: Page,
): Promise<{ slow: (bytesPerSecond: number) => Promise<void>; free: () => Promise<void> }> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  const set = (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  return {
    slow: async (bytesPerSecond) => void (await set(bytesPerSecond)),
    free: async () => void (await set(-1)),
  };
}

/** The entry of this name in the folder, with the served bytes of the newest version. */
export async function stored(api: Api, place: FilePlace, name: string): Promise<{ id: number; bytes: Buffer } | null> {
  const { list } = await api.call(files.index, { project_id: place.projectId, pid: place.folder, size: 200 });
  const found = list.find((entry) => entry.name === name);
  if (!found) return null;
  const { url } = await api.call(files.download, { file_id: found.id });
  const response = await fetch(api.address + url);
  return { id: found.id, bytes: Buffer.from(await response.arrayBuffer()) };
}

export const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export async function shaOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}
