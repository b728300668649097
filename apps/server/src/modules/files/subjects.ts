import {
  decide,
  effectiveFolderRights,
  rightsMask,
  seesProject,
  type Decision,
  type FolderOnPath,
  type Principal,
} from '@prdm/access';
import { FOLDER_RIGHTS, type FolderRight } from '@prdm/contract/status';
import { refusedBecause, ALLOWED } from '../../platform/http/decisions.ts';
import { isMember, type SubjectKind } from '../../platform/http/subjects.ts';
import { askerOf, has, isOverFor } from './asker.ts';
import type { FileRow, VersionRow } from './file.repo.ts';
import type { FolderRow } from './folders/folder.repo.ts';
import { isOpen } from '../projects/index.ts';
import { asGrants } from './folders/grant.repo.ts';
import { reposOf, type Parts } from './parts.ts';

/** `closed`: it stands in a closed non-project. */
export type FolderSubject = FolderRow & { readonly mask: number; readonly closed: boolean };
export type FileSubject = FileRow & { readonly folder: FolderSubject };
export type VersionSubject = VersionRow & { readonly file: FileSubject };
export interface TrashSubject {
  readonly id: number;
  readonly name: string;
}

interface Judge {
  readonly mask: number;
  readonly archived: boolean;
  readonly closed: boolean;
  readonly formerMember: boolean;
  decide(right: FolderRight): Decision;
}

const isRight = (right: string): right is FolderRight => (FOLDER_RIGHTS as readonly string[]).includes(right);

/**
 * Checks folders with decide(), with path and grants loaded. It includes the recycle bin, because an entry is checked
 * by its own folder.
 */
async function judges(
  parts: Parts,
  principal: Principal,
  folders: readonly FolderRow[],
): Promise<ReadonlyMap<number, Judge>> {
  const repos = reposOf(parts, principal.enterpriseId);
  const above = [...new Set(folders.flatMap((folder) => folder.ancestors))];
  const [names, grants, projects] = await Promise.all([
    repos.folders.names(above),
    repos.grants.on(above),
    parts.projects.kind.load(principal, [...new Set(folders.map((folder) => folder.project_id))]),
  ]);
  const nameOf = new Map(names.map((row) => [row.id, row.name]));
  const projectOf = new Map(projects.map((project) => [project.id, project]));
  const entryOf = (folderId: number): FolderOnPath => ({
    folderId,
    name: nameOf.get(folderId) ?? '',
    grants: asGrants(grants.filter((row) => row.folder_id === folderId)),
  });
  return new Map(
    folders.map((folder) => {
      const path = folder.ancestors.map(entryOf);
      const project = projectOf.get(folder.project_id);
      const archived = project?.archived === true;
      const judge: Judge = {
        mask: rightsMask(effectiveFolderRights(principal, path, folder.project_id)),
        archived,
        closed: project !== undefined && !isOpen(project.row),
        formerMember: project?.formerMember === true,
        decide: (right) => decide(principal, { ask: 'folder', right, projectId: folder.project_id, path, archived }),
      };
      return [folder.id, judge];
    }),
  );
}

/** An unknown right in a declaration is a programming error, not a refusal. */
function decideRight(judge: Judge, right: string): Decision {
  if (right === 'read') return judge.mask === 0 ? refusedBecause('view') : ALLOWED;
  if (!isRight(right)) throw new Error(`a folder has no right "${right}"`);
  return judge.decide(right);
}

/**
 * Folders of projects outside the caller's scope. It reads only whether the caller was a member before. The time of a
 * refusal must not reveal that the folders exist (safety.md S20).
 */
async function outside(parts: Parts, principal: Principal, rows: readonly FolderRow[]) {
  if (rows.length === 0) return [];
  const projects = await parts.projects.kind.load(principal, [...new Set(rows.map((row) => row.project_id))]);
  const projectOf = new Map(projects.map((project) => [project.id, project]));
  return rows.map((row) => ({
    id: row.id,
    row: { ...row, mask: 0, closed: false },
    projectId: row.project_id,
    archived: projectOf.get(row.project_id)?.archived === true,
    visible: false,
    deleted: false,
    formerMember: projectOf.get(row.project_id)?.formerMember === true,
    may: (right: string): Decision => refusedBecause(right),
  }));
}

/**
 * Subject kinds. Folders have the six rights; `read` means any right in the folder, or the path to a folder with one.
 * Files have the rights of their folder, without download after their expiry.
 */
export function fileKinds(parts: Parts) {
  const loadFolders = async (principal: Principal, all: readonly FolderRow[]) => {
    const isInside = ({ project_id: id }: FolderRow): boolean => seesProject(principal, id) || isMember(principal, id);
    const rows = all.filter(isInside);
    const hidden = await outside(
      parts,
      principal,
      all.filter((row) => !isInside(row)),
    );
    if (rows.length === 0) return hidden;
    const judged = await judges(parts, principal, rows);
    const repos = reposOf(parts, principal.enterpriseId);
    const dark = [...new Set(rows.filter((row) => judged.get(row.id)?.mask === 0).map((row) => row.project_id))];
    const ways = new Set(
      (await Promise.all(dark.map((id) => repos.folders.ways(askerOf(principal, [id]), id)))).flat(),
    );
    const inside = rows.map((row) => {
      const judge = judged.get(row.id) as Judge;
      const passable = ways.has(row.id);
      const seen = judge.mask !== 0 || passable;
      const binned = row.trash_id !== null;
      return {
        id: row.id,
        row: { ...row, mask: judge.mask, closed: judge.closed },
        projectId: row.project_id,
        archived: judge.archived,
        visible: seen && !binned,
        deleted: seen && binned,
        formerMember: judge.formerMember,
        may: (right: string): Decision => (right === 'read' && passable ? ALLOWED : decideRight(judge, right)),
      };
    });
    return [...inside, ...hidden];
  };

  const folder: SubjectKind<FolderSubject, 'folder'> = {
    kind: 'folder',
    scope: 'project',
    async load(principal, ids) {
      const rows = await reposOf(parts, principal.enterpriseId).folders.byIds(ids);
      return loadFolders(principal, rows);
    },
  };

  const file: SubjectKind<FileSubject, 'file'> = {
    kind: 'file',
    scope: 'project',
    async load(principal, ids) {
      const repos = reposOf(parts, principal.enterpriseId);
      const files = await repos.files.everKnown(ids);
      const homes = await repos.folders.byIds([...new Set(files.map((row) => row.folder_id))]);
      const folders = new Map((await loadFolders(principal, homes)).map((subject) => [subject.id, subject]));
      return files.flatMap((row) => {
        const home = folders.get(row.folder_id);
        if (!home) return [];
        const isOver = isOverFor(principal, row);
        const seen = home.row.mask !== 0;
        return {
          ...home,
          id: row.id,
          row: { ...row, folder: home.row },
          visible: seen && !row.binned,
          deleted: seen && row.binned,
          may: (right: string) => (isOver && right === 'download' ? refusedBecause(right) : home.may(right)),
        };
      });
    },
  };

  const version: SubjectKind<VersionSubject, 'file_version'> = {
    kind: 'file_version',
    scope: 'project',
    async load(principal, ids) {
      const rows = await reposOf(parts, principal.enterpriseId).files.versions(ids);
      const files = await file.load(principal, [...new Set(rows.map((row) => row.file_id))]);
      return rows.flatMap((row) => {
        const owner = files.find((subject) => subject.id === row.file_id);
        return owner ? { ...owner, id: row.id, row: { ...row, file: owner.row }, parents: { file: row.file_id } } : [];
      });
    },
  };

  const trash: SubjectKind<TrashSubject, 'trash'> = {
    kind: 'trash',
    scope: 'project',
    async load(principal, ids) {
      const repos = reposOf(parts, principal.enterpriseId);
      const entries = await repos.trash.byIds(ids);
      const folders = await repos.folders.byIds([...new Set(entries.map((entry) => entry.judge_id))]);
      const judged = new Map((await loadFolders(principal, folders)).map((subject) => [subject.id, subject]));
      return entries.flatMap((entry) => {
        const home = judged.get(entry.judge_id);
        if (!home) return [];
        // A user without delete there cannot see the entry, in any state of the folder.
        const visible = has(home.row.mask, 'delete');
        return { ...home, id: entry.id, row: { id: entry.id, name: entry.name }, visible, deleted: false };
      });
    },
  };
  return { folder, file, version, trash };
}
export type FileKinds = ReturnType<typeof fileKinds>;
