import type { Principal } from '@prdm/access';
import { decide } from '@prdm/access';
import { decided, refusedBecause, ALLOWED } from '../../platform/http/decisions.ts';
import { leftAmong } from '../../platform/http/left-projects.ts';
import { isMember, seesAllProjects, type Subject, type SubjectKind } from '../../platform/http/subjects.ts';
import type { Lent } from '../../platform/db.ts';
import { modelsRepo, type ModelsTables } from './models.repo.ts';
import type { ModelState } from './models.service.ts';
import { viewpointsRepo } from './viewpoints.repo.ts';
import type { CommentRow, ViewpointRow } from './viewpoints.service.ts';

/** What models needs to know of a file; its rights are the file domain's business. */
export interface FileFacts {
  readonly name: string;
  readonly folder_id: number;
  readonly folder: { readonly name: string };
}

export interface ModelSubject {
  readonly model: ModelState;
  readonly file: Subject<FileFacts>;
}

/** Who runs the project's work: may put right what others left. */
const runsProject = (principal: Principal, projectId: number): boolean =>
  decide(principal, { ask: 'node', scope: 'project', actions: ['Project-edit', 'File-admin'], projectId }).allowed;

/** What somebody marked in a model is changed by whoever marked it, and by who runs the project. */
export const mayChange = (principal: Principal, projectId: number, authorId: number): boolean =>
  principal.userId === authorId || runsProject(principal, projectId);

/** Who may change the file, or puts right what others left. */
export const mayReparse = (principal: Principal, file: Subject<FileFacts>, projectId: number): boolean =>
  file.may('edit').allowed || runsProject(principal, projectId);

/** The file of a model in a project the caller is not in: nobody has looked at it. */
const unseen = (model: ModelState): Subject<FileFacts> => ({
  id: model.file_id,
  row: { name: '', folder_id: 0, folder: { name: '' } },
  projectId: model.project_id,
  visible: false,
  may: refusedBecause,
});

/**
 * A model is seen by who sees its file. Beyond the folder's rights: `reparse` the file's owner right (edit) or who runs the project,
 * `viewpoint` whoever sees the model. Viewpoints and comments are changed by their author or who runs the project.
 */
export function modelKinds(
  tables: Lent<ModelsTables>,
  fileKind: SubjectKind<FileFacts>,
  projectKind: Pick<SubjectKind<unknown>, 'load'>,
) {
  /** Who was taken out of a project hears that, whatever id of it is named; nothing more is told. */
  async function withLeft<T extends { projectId: number }>(
    principal: Principal,
    subjects: readonly T[],
    asked: number,
  ): Promise<(T & { formerMember: boolean })[]> {
    const projectIds = subjects.map(({ projectId }) => projectId);
    const left = await leftAmong(projectKind, principal, projectIds, asked > subjects.length);
    return subjects.map((subject) => ({ ...subject, formerMember: left.has(subject.projectId) }));
  }

  async function loadModels(principal: Principal, ids: readonly number[]) {
    const known = await modelsRepo(tables.read, principal.enterpriseId).byIds(ids);
    // Of a project the caller is not in nothing more is looked at: the time of a refusal must not tell that there is a model (safety.md S20).
    const isInside = (model: ModelState): boolean =>
      seesAllProjects(principal) || isMember(principal, model.project_id);
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
          gone: file.gone,
          may: (right: string) => {
            if (right === 'view' || right === 'read' || right === 'viewpoint') return file.may('view');
            if (right === 'reparse') return decided(mayReparse(principal, file, model.project_id), right);
            throw new Error(`models know no right "${right}"`);
          },
        },
      ];
    });
  }

  const model: SubjectKind<ModelSubject> = {
    kind: 'model',
    scope: 'project',
    load: async (principal, ids) => withLeft(principal, await loadModels(principal, ids), ids.length),
  };

  async function loadViewpoints(principal: Principal, ids: readonly number[]) {
    const rows = await viewpointsRepo(tables.read, principal.enterpriseId).everKnown(ids);
    const models = await loadModels(principal, [...new Set(rows.map((row) => row.model_id))]);
    return rows.map((row) => {
      const of = models.find((entry) => entry.id === row.model_id);
      // In an archived project nobody has a right any more; that it is archived is told by its own code, not by hiding.
      const seen = of?.visible === true && (of.archived === true || of.may('view').allowed);
      return {
        id: row.id,
        row,
        projectId: row.project_id,
        archived: of?.archived,
        visible: seen && !row.deleted,
        gone: of?.gone === true || (seen && row.deleted),
        parents: { model: row.model_id },
        may: (right: string) => {
          if (right === 'read' || right === 'comment') return ALLOWED;
          if (right === 'edit') return decided(mayChange(principal, row.project_id, row.created_by), right);
          throw new Error(`viewpoints know no right "${right}"`);
        },
      };
    });
  }

  const viewpoint: SubjectKind<ViewpointRow> = {
    kind: 'viewpoint',
    scope: 'project',
    load: async (principal, ids) => withLeft(principal, await loadViewpoints(principal, ids), ids.length),
  };

  const comment: SubjectKind<CommentRow> = {
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
          gone: of?.gone === true || (of?.visible === true && row.deleted),
          parents: { viewpoint: row.viewpoint_id },
          may: (right: string) => decided(right === 'del' && mayChange(principal, row.project_id, row.user_id), right),
        };
      });
      return withLeft(principal, comments, ids.length);
    },
  };

  return { model, viewpoint, comment };
}
