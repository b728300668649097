import type { Decision, Principal } from '@prdm/access';
import type { ModelReason } from '@prdm/contract/models';
import type { Lang } from '@prdm/locales';
import type { ConversionParts } from './conversion.ts';
import type { ModelSubject } from './kinds.ts';
import { isLost, isOutdated, mayStartAgain, metaOf, present, viewableOf } from './models.service.ts';
import type { Projects } from '../projects/index.ts';

/** One model with what can be opened of it and what may be done. */
export async function modelInfo(
  parts: Pick<ConversionParts, 'tables' | 'fragments'> & { projects: Pick<Projects, 'names'> },
  reader: { principal: Principal; lang: Lang },
  { row: { model, file }, may }: { row: ModelSubject; may(right: string): Decision },
) {
  const { enterpriseId } = reader.principal;
  const [viewable, projects] = await Promise.all([
    viewableOf(parts, enterpriseId, model.id),
    parts.projects.names(enterpriseId, [model.project_id]),
  ]);
  const shown = isLost(model, viewable)
    ? { ...model, status: 'failed' as const, reason: 'lost' satisfies ModelReason }
    : model;
  const meta = metaOf(viewable?.meta);
  return {
    ...present(shown, file.row, reader.lang),
    project_name: projects.get(model.project_id)?.name ?? '',
    viewable: viewable
      ? {
          version_id: viewable.id,
          version_no: viewable.version_no,
          bytes: viewable.frag_bytes ?? 0,
          converter: viewable.converter,
          outdated: isOutdated(viewable),
        }
      : null,
    storeys: meta?.storeys ?? [],
    units: meta?.units ?? {},
    can: {
      reparse: mayStartAgain(model, viewable) && may('reparse').allowed,
      viewpoint: may('viewpoint').allowed,
    },
  };
}
