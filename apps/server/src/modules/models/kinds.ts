import type { Principal } from '@prdm/access';
import { decide, seesProject } from '@prdm/access';
import { CODES } from '@prdm/contract/codes';
import { fail } from '../../platform/errors.ts';
import { decided, refusedBecause, ALLOWED } from '../../platform/http/decisions.ts';
import { leftAmong } from '../../platform/http/left-projects.ts';
import { isMember, type Subject, type SubjectKind } from '../../platform/http/subjects.ts';
import type { ModuleDb } from '../../platform/db.ts';
import { modelsRepo, type ModelsTables } from './models.repo.ts';
import type { ModelState } from './models.service.ts';
import { versionsRepo } from './versions/versions.repo.ts';
import { viewpointsRepo } from './viewpoints.repo.ts';
import type { CommentRow, ViewpointRow } from './viewpoints.service.ts';

/** The facts of a file that this module needs. The file domain decides the rights. */
export interface FileFacts {
  readonly name: string;
  readonly folder_id: number;
  readonly folder: { readonly name: string };
}

export interface VersionFacts {
  readonly id: number;
  readonly model_id: number;
  readonly version_no: number;
}

export interface ModelSubject {
  readonly model: ModelState;
  readonly file: Subject<FileFacts>;
}

/** True for a user who may correct the work of others in the project. */
const runsProject = (principal: Principal, projectId: number): boolean =>
  decide(principal, { ask: 'node', scope: 'project', actions: ['Project-edit', 'File-admin'], projectId }).allowed;

/** The author of a viewpoint or comment may change it. A user who runs the project may change it, too. */
export const mayChange = (principal: Principal, projectId: number, authorId: number): boolean =>
  principal.userId === authorId || runsProject(principal, projectId);

/** The right to parse a model again and to choose its picture. It belongs to users who may change the file or run the project. */
export const mayReparse = (principal: Principal, file: Subject<FileFacts>, projectId: number): boolean =>
  file.may('edit').allowed || runsProject(principal, projectId);

/** The file of a model in a project without the caller as a member. Nothing is read for it. */
const unseen = (model: ModelState): Subject<FileFacts> => ({
  id: model.file_id,
  row: { name: '', folder_id: 0, folder: { name: '' } },
  projectId: model.project_id,
  visible: false,
  may: refusedBecause,
});

/**
 * A user sees a model when the user sees its file. Rights beyond those of the folder:
 * - `reparse` and `picture`: a user who may edit the file or runs the project.
 * - `viewpoint`: every user who sees the model.
 * The author of a viewpoint or comment may change it, as may a user who runs the project.
 */
export function modelKinds(
  tables: ModuleDb<ModelsTables>,
  fileKind: SubjectKind<FileFacts>,
  projectKind: Pick<SubjectKind<unknown>, 'load'>,
) {
  /** For any id of a project, a user who was removed from it learns of the removal and nothing else. */
  async function withLeft<T extends { projectId: number }>(
    principal: Principal,
    subjects: readonly T[],
    requested: number,
  ): Promise<(T & { formerMember: boolean })[]> {
    const projectIds = subjects.map(({ projectId }) => projectId);
    const left = await leftAmong(projectKind, principal, projectIds, requested > subjects.length);
    return subjects.map((subject) => ({ ...subject, formerMember: left.has(subject.projectId) }));
  }

  async function loadModels(principal: Principal, ids: readonly number[]) {
    const known = await modelsRepo(tables.read, principal.enterpriseId).byIds(ids);
    // In a project without the caller as a member, nothing more is read. Otherwise the response time shows that the model exists
    // (safety.md S20).
    const isInside = (model: ModelState): boolean =>
      seesProject(principal, model.project_id) || isMember(principal, model.project_id);
    const files = await fileKind.load(
      principal,
      known.filter(isInside).map((model) => model.file_id),
    );
    return known.flatMap((model) => {
      const file = isInside(model) ? files.find((entry) => entry.id === model.file_id) : unseen(model);
      if (!file) return [];
      return [
        {
          id: model.id,
          row: { model, file },
          projectId: model.project_id,
          archived: file.archived,
          visible: file.visible,
          deleted: file.deleted,
          may: (right: string) => {
            if (right === 'view' || right === 'read' || right === 'viewpoint') return file.may('view');
            if (right === 'reparse' || right === 'picture')
              return decided(mayReparse(principal, file, model.project_id), right);
            throw new Error(`models know no right "${right}"`);
          },
        },
      ];
    });
  }

  const model: SubjectKind<ModelSubject, 'model'> = {
    kind: 'model',
    scope: 'project',
    load: async (principal, ids) => withLeft(principal, await loadModels(principal, ids), ids.length),
  };

  /** A stored version of a model. Its rights are those of the model. */
  const version: SubjectKind<VersionFacts, 'model_version'> = {
    kind: 'model_version',
    scope: 'project',
    async load(principal, ids) {
      const rows = await versionsRepo(tables.read, principal.enterpriseId).byIds(ids);
      const models = await loadModels(principal, [...new Set(rows.map((row) => row.model_id))]);
      const versions = rows.flatMap((row) => {
        const of = models.find((entry) => entry.id === row.model_id);
        return of ? [{ ...of, id: row.id, row, parents: { model: row.model_id } }] : [];
      });
      return withLeft(principal, versions, ids.length);
    },
  };

  async function loadViewpoints(principal: Principal, ids: readonly number[]) {
    const rows = await viewpointsRepo(tables.read, principal.enterpriseId).everKnown(ids);
    const models = await loadModels(principal, [...new Set(rows.map((row) => row.model_id))]);
    return rows.map((row) => {
      const of = models.find((entry) => entry.id === row.model_id);
      // An archived project grants no right. It answers with the code for archived projects instead of hiding the model.
      const seen = of?.visible === true && (of.archived === true || of.may('view').allowed);
      return {
        id: row.id,
        row,
        projectId: row.project_id,
        archived: of?.archived,
        visible: seen && !row.deleted,
        deleted: of?.deleted === true || (seen && row.deleted),
        parents: { model: row.model_id },
        may: (right: string) => {
          if (right === 'read' || right === 'comment') return ALLOWED;
          if (right === 'edit') return decided(mayChange(principal, row.project_id, row.created_by), right);
          throw new Error(`viewpoints know no right "${right}"`);
        },
      };
    });
  }

  const viewpoint: SubjectKind<ViewpointRow, 'viewpoint'> = {
    kind: 'viewpoint',
    scope: 'project',
    load: async (principal, ids) => withLeft(principal, await loadViewpoints(principal, ids), ids.length),
    gone: ({ row }) => fail.of(CODES.notFound, 'models.viewpointGone', { params: { name: row.name } }),
  };

  const comment: SubjectKind<CommentRow, 'viewpoint_comment'> = {
    kind: 'viewpoint_comment',
    scope: 'project',
    async load(principal, ids) {
      const rows = await viewpointsRepo(tables.read, principal.enterpriseId).commentsEverKnown(ids);
      const viewpoints = await loadViewpoints(principal, [...new Set(rows.map((row) => row.viewpoint_id))]);
      const comments = rows.map((row) => {
        const of = viewpoints.find((entry) => entry.id === row.viewpoint_id);
        return {
          id: row.id,
          row,
          projectId: row.project_id,
          archived: of?.archived,
          visible: of?.visible === true && !row.deleted,
          deleted: of?.deleted === true || (of?.visible === true && row.deleted),
          parents: { viewpoint: row.viewpoint_id },
          may: (right: string) => decided(right === 'del' && mayChange(principal, row.project_id, row.user_id), right),
        };
      });
      return withLeft(principal, comments, ids.length);
    },
  };

  return { model, version, viewpoint, comment };
}
