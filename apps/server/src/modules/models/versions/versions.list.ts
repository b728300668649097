import { wireTime } from '@prdm/contract/kit/fields';
import type { ModelStatus } from '@prdm/contract/status';
import type { Lang } from '@prdm/locales';
import type { ModuleDb } from '../../../platform/db.ts';
import type { Organisation } from '../../organisation/index.ts';
import type { ModelsTables } from '../models.repo.ts';
import { reasonIn } from '../models.service.ts';
import { versionsRepo } from './versions.repo.ts';

interface ListingParts {
  readonly tables: ModuleDb<ModelsTables>;
  readonly organisation: Pick<Organisation, 'names'>;
}

/** The stored versions of a model for one reader, newest first. */
export async function listVersions(parts: ListingParts, reader: { enterpriseId: number; lang: Lang }, modelId: number) {
  const rows = await versionsRepo(parts.tables.read, reader.enterpriseId).ofModel(modelId);
  const names = await parts.organisation.names(
    reader.enterpriseId,
    rows.flatMap((row) => row.created_by ?? []),
  );
  return rows.map((row, index) => ({
    version_id: row.id,
    version_no: row.version_no,
    status: row.status as ModelStatus,
    progress: row.progress,
    ...reasonIn(reader.lang, row),
    uploaded_at: wireTime(row.created_at),
    uploader: names.get(row.created_by ?? 0)?.name ?? '',
    size: row.source_bytes,
    openable: row.openable,
    newest: index === 0,
  }));
}

/** The model of a file with its versions; no model until one version was stored as an .ifc. */
export async function versionsOfFile(
  parts: ListingParts,
  reader: { enterpriseId: number; lang: Lang },
  fileId: number,
) {
  const modelId = await versionsRepo(parts.tables.read, reader.enterpriseId).modelOfFile(fileId);
  return { model_id: modelId, versions: modelId === null ? [] : await listVersions(parts, reader, modelId) };
}
