import type { Principal } from '@prdm/access';
import type { modelIndex } from '@prdm/contract/models';
import type { Bus } from '../../platform/bus.ts';
import type { Database, ModuleDb, Trx } from '../../platform/db.ts';
import type { SubjectKind } from '../../platform/http/subjects.ts';
import { idsOf, type Authorized, type GivenTo } from '../../platform/ids/authorized.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Live } from '../../platform/live.ts';
import type { Log } from '../../platform/log.ts';
import type { Disk } from '../../platform/machine/disk.ts';
import type { BlobStore } from '../../platform/storage.ts';
import { bound } from '../../platform/bound.ts';
import { FileStored } from '../files/files.events.ts';
import type { Organisation } from '../organisation/index.ts';
import type { Projects } from '../projects/index.ts';
import { startConverting } from './conversion.ts';
import { modelKinds, type FileFacts, type ModelSubject, type VersionFacts } from './kinds.ts';
import { modelInfo, withVersion } from './models.info.ts';
import { listModels } from './models.list.ts';
import { modelsRepo, type ModelsTables } from './models.repo.ts';
import { modelOfFile, reparse, viewableOf } from './models.service.ts';
import { addPicture, setPicture } from './pictures.service.ts';
import { ReadArchive } from './queue/archives.ts';
import { CONVERSIONS } from './queue/jobs.ts';
import { adoptOrphans } from './queue/orphans.ts';
import { versionsOfFile } from './versions/versions.list.ts';
import { listViewpoints, viewpointInfo, viewpointsOfProject } from './viewpoints.read.ts';
import { viewpointsRepo } from './viewpoints.repo.ts';
import {
  addViewpoint,
  commentOn,
  deleteComment,
  deleteViewpoint,
  editViewpoint,
  type CommentRow,
  type ViewpointRow,
} from './viewpoints.service.ts';

/**
 * Building models: the conversion of an .ifc file, and the viewpoints that users save in the model. Invariants:
 * - A stored .ifc has a model row, written in the same transaction.
 * - An enterprise converts the same bytes once.
 * - Each waiting version has a job. Each running version has a process that writes a heartbeat.
 * - A version is taken over half a minute after its last heartbeat, or ten minutes after its job was lost.
 * - A model that can be opened stays open to users until the next conversion succeeds.
 * - A picture shows the version that can be opened.
 * - Viewpoints name components by GUID only.
 */
export type Models = ReturnType<typeof createModels>;

export function createModels(platform: {
  db: Database;
  tables: ModuleDb<ModelsTables>;
  bus: Bus;
  live: Live;
  jobs: Jobs;
  storage: BlobStore;
  disk: Disk;
  log: Log;
  workDir: string;
  limits: { timeoutMs: number; maxBytes: number };
  fileKind: SubjectKind<FileFacts>;
  projects: Pick<Projects, 'openForWriting' | 'names' | 'kind'>;
  organisation: Pick<Organisation, 'names'>;
}) {
  const parts = { ...platform, fragments: platform.storage.area('models') };
  const kinds = modelKinds(platform.tables, platform.fileKind, platform.projects.kind);
  const repoOf = (enterpriseId: number) => modelsRepo(platform.tables.read, enterpriseId);

  platform.bus.on(FileStored, 'in-transaction', async (trx, { actor, data }) => {
    if (data.ext === 'ifc' || data.ext === 'ifczip') await modelOfFile(parts, trx, actor, data);
    if (data.ext === 'zip') await platform.jobs.send(trx, ReadArchive, { actor, file: data });
  });

  return {
    kinds,
    projectKind: platform.projects.kind,
    /** Store of converted geometry. Deleting a file for good never deletes its geometry. */
    fragments: parts.fragments,
    /** For tests of the queue. */
    conversionParts: parts,
    versionState: (enterpriseId: number, versionId: number) => repoOf(enterpriseId).version(versionId),
    jobKinds: [...Object.values(CONVERSIONS), ReadArchive],
    startConverting: () => startConverting(parts),
    adoptOrphans: () => adoptOrphans(parts),
    /** Every model of a project, without a check of rights. Internal use only. */
    list: (enterpriseId: number, projectId: number) => repoOf(enterpriseId).list(projectId),
    page: (reader: Parameters<typeof listModels>[1], given: GivenTo<typeof modelIndex>) =>
      listModels(parts, reader, idsOf(given)),
    info: (reader: Parameters<typeof modelInfo>[1], model: Model<'view'>, version: Version | null) =>
      modelInfo(parts, reader, model, version?.row ?? null),
    versionsOfFile: (reader: Parameters<typeof versionsOfFile>[1], file: Authorized<unknown, 'view', 'file'>) =>
      versionsOfFile(parts, reader, file.id),
    viewable: (enterpriseId: number, model: Model<'view'>, version: Version | null) =>
      viewableOf(parts, enterpriseId, model.id, version?.id),
    thumb: (enterpriseId: number, model: Model<'view'>) => repoOf(enterpriseId).thumb(model.id),
    addPicture: (
      actor: Parameters<typeof addPicture>[1],
      { row }: Model<'view'>,
      { version, thumb }: { version: Version; thumb: string },
    ) => addPicture(parts, actor, row.model, { versionId: version.id, thumb, name: row.file.row.name }),
    setPicture: (actor: Parameters<typeof setPicture>[1], { row }: Model<'picture'>, thumb: string | undefined) =>
      setPicture(parts, actor, row.model, { thumb, name: row.file.row.name }),
    reparse: async (actor: Parameters<typeof reparse>[1], { row }: Model<'reparse'>, version: Version | null) => {
      const model = version ? await withVersion(parts, actor.enterpriseId, version.row) : row.model;
      return reparse(parts, actor, model, row.file.row.name);
    },

    viewpoints: {
      ofProject: bound(parts, viewpointsOfProject),
      /** Everything of some viewpoints at this moment, without a check of rights. Includes deleted ones. */
      now: (trx: Trx, enterpriseId: number, ids: readonly number[]) =>
        viewpointsRepo(platform.tables.within(trx), enterpriseId).whole(ids),
      /** Names of those models that the person may open. */
      openable: async (principal: Principal, modelIds: readonly number[]): Promise<ReadonlyMap<number, string>> => {
        const loaded = await kinds.model.load(principal, modelIds);
        const open = loaded.filter((model) => model.visible && model.may('view').allowed);
        return new Map(open.map(({ id, row }) => [id, row.file.row.name]));
      },
      page: (principal: Principal, model: Model<'view'>, paging: Parameters<typeof listViewpoints>[3]) =>
        listViewpoints(parts, principal, model.row.model, paging),
      info: (principal: Principal, viewpoint: Viewpoint<'read'>) => viewpointInfo(parts, principal, viewpoint.row),
      thumb: (enterpriseId: number, viewpoint: Viewpoint<'read'>) =>
        viewpointsRepo(platform.tables.read, enterpriseId).thumb(viewpoint.id),
      add: (
        by: By,
        model: Model<'viewpoint', { readonly model: Parameters<typeof addViewpoint>[2] }>,
        given: Parameters<typeof addViewpoint>[3],
      ) => addViewpoint(parts, by, model.row.model, given),
      edit: (
        by: By,
        viewpoint: Viewpoint<'edit'>,
        given: Parameters<typeof editViewpoint>[3],
        seen: Version | null = null,
      ) => editViewpoint(parts, by, viewpoint.row, given, seen?.row ?? null),
      del: (by: By, viewpoint: Viewpoint<'edit'>, version: number | undefined) =>
        deleteViewpoint(parts, by, viewpoint.row, version),
      comment: (by: By, viewpoint: Viewpoint<'comment', Parameters<typeof commentOn>[2]>, content: string) =>
        commentOn(parts, by, viewpoint.row, content),
      commentDel: (by: By, comment: Authorized<CommentRow, 'del', 'viewpoint_comment'>) =>
        deleteComment(parts, by, comment.row),
    },
  };
}
type By = Parameters<typeof addViewpoint>[1];
type Version = Authorized<VersionFacts, 'view', 'model_version'>;
type Model<R extends string, T = ModelSubject> = Authorized<T, R, 'model'>;
type Viewpoint<R extends string, T = ViewpointRow> = Authorized<T, R, 'viewpoint'>;
