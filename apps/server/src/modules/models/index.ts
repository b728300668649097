import type { Bus } from '../../platform/bus.ts';
import type { Database, Lent } from '../../platform/db.ts';
import type { SubjectKind } from '../../platform/http/subjects.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Live } from '../../platform/live.ts';
import type { Log } from '../../platform/log.ts';
import type { BlobStore } from '../../platform/storage.ts';
import { FileStored } from '../files/files.events.ts';
import type { Organisation } from '../organisation/index.ts';
import type { Projects } from '../projects/index.ts';
import { adoptOrphans, ConvertModel, startConverting } from './conversion.ts';
import { modelKinds, type FileFacts } from './kinds.ts';
import { modelInfo } from './models.info.ts';
import { listModels } from './models.list.ts';
import { modelsRepo, type ModelsTables } from './models.repo.ts';
import { modelOfFile, reparse, viewableOf } from './models.service.ts';
import { addPicture } from './pictures.service.ts';
import { listViewpoints, viewpointInfo } from './viewpoints.read.ts';
import { viewpointsRepo } from './viewpoints.repo.ts';
import { addViewpoint, commentOn, deleteComment, deleteViewpoint, editViewpoint } from './viewpoints.service.ts';

/**
 * Building models: what an .ifc becomes, and what people mark in it. Always true here: a stored .ifc has a model row from the same
 * transaction on; a parsing model has a job, or a process that says it lives, or is taken over: half a minute after the last sign of
 * life, ten minutes after a job that was lost; what could be opened stays so until a conversion has ended well; a picture shows what can
 * be opened; viewpoints name components by GUID only.
 */
export type Models = ReturnType<typeof createModels>;

export function createModels(platform: {
  db: Database;
  tables: Lent<ModelsTables>;
  bus: Bus;
  live: Live;
  jobs: Jobs;
  storage: BlobStore;
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
    if (data.ext === 'ifc') await modelOfFile(parts, trx, actor, data);
  });

  return {
    kinds,
    /** Where converted geometry lies; a file cleared for good takes none of it along, whatever its content. */
    fragments: parts.fragments,
    jobKinds: [ConvertModel],
    startConverting: () => startConverting(parts),
    adoptOrphans: () => adoptOrphans(parts),
    /** Every model of a project, for the program itself: nobody's rights are asked. */
    list: (enterpriseId: number, projectId: number) => repoOf(enterpriseId).list(projectId),
    page: (...args: Tail<Parameters<typeof listModels>>) => listModels(parts, ...args),
    info: (...args: Tail<Parameters<typeof modelInfo>>) => modelInfo(parts, ...args),
    viewable: (enterpriseId: number, modelId: number) => viewableOf(parts, enterpriseId, modelId),
    thumb: (enterpriseId: number, modelId: number) => repoOf(enterpriseId).thumb(modelId),
    addPicture: (...args: Tail<Parameters<typeof addPicture>>) => addPicture(parts, ...args),
    reparse: (...args: Tail<Parameters<typeof reparse>>) => reparse(parts, ...args),

    viewpoints: {
      page: (...args: Tail<Parameters<typeof listViewpoints>>) => listViewpoints(parts, ...args),
      info: (...args: Tail<Parameters<typeof viewpointInfo>>) => viewpointInfo(parts, ...args),
      thumb: (enterpriseId: number, id: number) => viewpointsRepo(platform.tables.read, enterpriseId).thumb(id),
      add: (...args: Tail<Parameters<typeof addViewpoint>>) => addViewpoint(parts, ...args),
      edit: (...args: Tail<Parameters<typeof editViewpoint>>) => editViewpoint(parts, ...args),
      del: (...args: Tail<Parameters<typeof deleteViewpoint>>) => deleteViewpoint(parts, ...args),
      comment: (...args: Tail<Parameters<typeof commentOn>>) => commentOn(parts, ...args),
      commentDel: (...args: Tail<Parameters<typeof deleteComment>>) => deleteComment(parts, ...args),
    },
  };
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never;
