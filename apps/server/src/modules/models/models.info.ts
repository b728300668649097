import type { Decision, Principal } from '@prdm/access';
import type { ModelReason } from '@prdm/contract/models';
import type { Lang } from '@prdm/locales';
import { fail } from '../../platform/errors.ts';
import { translate } from '../../platform/translate.ts';
import type { ModelSubject, VersionFacts } from './kinds.ts';
import { modelsRepo } from './models.repo.ts';
import { isLost, isOutdated, mayStartAgain, metaOf, present, viewableOf, type ModelState } from './models.service.ts';
import type { Organisation } from '../organisation/index.ts';
import type { Projects } from '../projects/index.ts';
import type { ConversionParts } from './queue/jobs.ts';
import { listVersions } from './versions/versions.list.ts';

/**
 * One model with the version that can be opened and the caller's rights. `requested` selects a version instead of the newest one.
 */
export async function modelInfo(
  parts: Pick<ConversionParts, 'tables' | 'fragments'> & {
    projects: Pick<Projects, 'names'>;
    organisation: Pick<Organisation, 'names'>;
  },
  reader: { principal: Principal; lang: Lang },
  subject: { row: ModelSubject; may(right: string): Decision },
  requested: VersionFacts | null,
) {
  const { enterpriseId } = reader.principal;
  const { file, model: newest } = subject.row;
  const may = (right: string) => subject.may(right);
  const [model, viewable, projects, versions] = await Promise.all([
    requested ? withVersion(parts, enterpriseId, requested) : newest,
    viewableOf(parts, enterpriseId, newest.id, requested?.id),
    parts.projects.names(enterpriseId, [newest.project_id]),
    listVersions(parts, { enterpriseId, lang: reader.lang }, newest.id),
  ]);
  const shown = isLost(model, viewable)
    ? { ...model, status: 'failed' as const, reason: 'lost' satisfies ModelReason }
    : model;
  const meta = metaOf(viewable?.meta);
  return {
    ...present(shown, file.row, reader.lang),
    project_name: projects.get(model.project_id)?.name ?? '',
    version_id: model.version_id,
    is_newest: model.version_id === newest.version_id,
    versions,
    viewable: viewable
      ? {
          version_id: viewable.id,
          version_no: viewable.version_no,
          bytes: viewable.frag_bytes ?? 0,
          converter: viewable.converter,
          outdated: isOutdated(viewable),
        }
      : null,
    classes: (meta?.classes ?? []).map(({ left, ...row }) => ({
      ...row,
      left: left.map((part) => ({ ...part, text: translate(reader.lang, `models.leftOut.${part.reason}`) })),
    })),
    alignments: meta?.alignments ?? [],
    coordinates: meta?.coordinates ?? null,
    storeys: meta?.storeys ?? [],
    units: meta?.units ?? {},
    can: {
      reparse: mayStartAgain(model, viewable) && may('reparse').allowed,
      replace: may('reparse').allowed,
      viewpoint: may('viewpoint').allowed,
      picture: may('picture').allowed,
    },
  };
}

/** A model with the state of one of its versions. */
export async function withVersion(
  parts: Pick<ConversionParts, 'tables'>,
  enterpriseId: number,
  version: VersionFacts,
): Promise<ModelState> {
  const [model] = await modelsRepo(parts.tables.read, enterpriseId).byIds([version.model_id], version.id);
  if (!model) throw fail.notFound(true);
  return model;
}
