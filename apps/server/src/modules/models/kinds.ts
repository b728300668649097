import type { Principal } from '@prdm/access';
import { decide } from '@prdm/access';
import { decided, ALLOWED } from '../../platform/http/decisions.ts';
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

export type ModelKinds = ReturnType<typeof modelKinds>;

/** Who runs the project's work: may put right what others left. */
const runsProject = (principal: Principal, projectId: number): boolean =>
  decide(principal, { ask: 'node', scope: 'project', actions: ['Project-edit', 'File-admin'], projectId }).allowed;

/** Who may change the file, or puts right what others left. */
export const mayReparse = (principal: Principal, file: Subject<FileFacts>, projectId: number): boolean =>
  file.may('edit').allowed || runsProject(principal, projectId);

/**
 * A model is seen by who sees its file. Beyond the folder's rights: `reparse` the file's owner right (edit) or who runs the project,
 * `viewpoint` whoever sees the model. Viewpoints and comments are changed by their author or who runs the project.
 */
export function modelKinds(tables: Lent<ModelsTables>, fileKind: SubjectKind<FileFacts>) {
  async function loadModels(principal: Principal, ids: readonly number[]): Promise<Subject<ModelSubject>[]> {
    const known = await modelsRepo(tables.read, principal.enterpriseId).byIds(ids);
    // Of a project the caller is not in nothing more is looked at: the time of a refusal must not tell that there is a model (safety.md S20).
    const models = known.filter((model) => seesAllProjects(principal) || isMember(principal, model.project_id));
    const files = await fileKind.load(
      principal,
      models.map((model) => model.file_id),
    );
    return models.flatMap((model) => {
      const file = files.find((entry) => entry.id === model.file_id);
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

  const model: SubjectKind<ModelSubject> = { kind: 'model', scope: 'project', load: loadModels };

  const viewpoint: SubjectKind<ViewpointRow> = {
    kind: 'viewpoint',
    scope: 'project',
    async load(principal, ids) {
      const rows = await viewpointsRepo(tables.read, principal.enterpriseId).everKnown(ids);
      const models = await loadModels(principal, [...new Set(rows.map((row) => row.model_id))]);
      return rows.map((row) => {
        const of = models.find((entry) => entry.id === row.model_id);
        const own = row.created_by === principal.userId;
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
            if (right === 'edit') return decided(own || runsProject(principal, row.project_id), right);
            throw new Error(`viewpoints know no right "${right}"`);
          },
        };
      });
    },
  };

  const comment: SubjectKind<CommentRow> = {
    kind: 'viewpoint_comment',
    scope: 'project',
    async load(principal, ids) {
      const rows = await viewpointsRepo(tables.read, principal.enterpriseId).commentsEverKnown(ids);
      const viewpoints = await viewpoint.load(principal, [...new Set(rows.map((row) => row.viewpoint_id))]);
      return rows.map((row) => {
        const of = viewpoints.find((entry) => entry.id === row.viewpoint_id);
        return {
          id: row.id,
          row,
          projectId: row.project_id,
          archived: of?.archived,
          visible: of?.visible === true && !row.deleted,
          gone: of?.gone === true || (of?.visible === true && row.deleted),
          parents: { viewpoint: row.viewpoint_id },
          may: (right: string) =>
            decided(
              right === 'del' && (row.user_id === principal.userId || runsProject(principal, row.project_id)),
              right,
            ),
        };
      });
    },
  };

  return { model, viewpoint, comment };
}
