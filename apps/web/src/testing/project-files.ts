import type { FileEntry } from '@prdm/contract/files';
import { ok, queryOf } from './page-acts.ts';
import { folderEntry, listOf } from './samples.ts';
import type { WholeApp } from './whole-app.ts';

/* The files of project 3 as a server keeps them: folders, and files in any of them. */

export const MAY_ALL = { view: true, create: true, edit: true, download: true, delete: true, authorize: true };
export const MAY_VIEW = { view: true, create: false, edit: false, download: false, delete: false, authorize: false };
export const ROOT = 1;

/** A folder in the root that the reader may do everything in. */
export const folder = (id: number, name: string, special: Partial<FileEntry> = {}): FileEntry =>
  folderEntry({ id, name, pid: ROOT, can: MAY_ALL, ...special });
export const file = (id: number, name: string): FileEntry =>
  folder(id, name, { kind: 'file', type: 'txt', ext: 'txt', size: 1, version_no: 1, version_id: id });

export interface ProjectFiles {
  /** Replaces everything below the root, and answers the calls of lists, tree and single records. */
  furnish(...below: FileEntry[]): void;
  add(entry: FileEntry): void;
  change(id: number, special: Partial<FileEntry>): void;
}

export function projectFiles(app: WholeApp): ProjectFiles {
  let entries: FileEntry[] = [];
  const isFolder = ({ kind }: FileEntry) => kind === 'folder';
  const find = (id: number) => entries.find((each) => each.id === id);
  const inside = (pid: number) => entries.filter((each) => each.pid === pid);
  const crumbsOf = (id: number): { id: number; name: string }[] => {
    const one = find(id);
    return one === undefined ? [] : [...(one.pid === null ? [] : crumbsOf(one.pid)), { id, name: one.name }];
  };
  const pidOf = (call: { url: string }) => Number(queryOf(call).get('pid') ?? ROOT);
  return {
    furnish(...below) {
      entries = [folder(ROOT, '滨江门诊楼', { pid: null }), ...below];
      app.says('/apis/file/index', (call) => {
        const pid = pidOf(call);
        return ok({ ...listOf(inside(pid)), folder: find(pid) ?? folder(pid, '?'), crumbs: crumbsOf(pid) });
      });
      app.says('/apis/file/tree', (call) => {
        const pid = pidOf(call);
        const list = inside(pid).filter(isFolder);
        return ok({
          pid,
          list: list.map(({ id, name, can }) => ({ id, name, can, has_children: inside(id).some(isFolder) })),
        });
      });
      app.says('/apis/file/info', (call) => {
        const asked = queryOf(call);
        const one = find(Number(asked.get('file_id') ?? asked.get('folder_id')));
        return ok({ ...one, project_id: 3, crumbs: crumbsOf(one?.pid ?? ROOT), why: null });
      });
    },
    add: (entry) => void entries.push(entry),
    change(id, special) {
      entries = entries.map((each) => (each.id === id ? { ...each, ...special } : each));
    },
  };
}
