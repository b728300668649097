import type { Principal } from '@prdm/access';
import { LIMITS } from '@prdm/contract/limits';
import type { Lang } from '@prdm/locales';
import type { Lent } from '../../platform/db.ts';
import type { Subject, SubjectKind } from '../../platform/http/subjects.ts';
import { mayReparse, type FileFacts } from './kinds.ts';
import type { Organisation } from '../organisation/index.ts';
import { modelsRepo, type ModelsTables } from './models.repo.ts';
import { inOrder, isWished, type ModelWish } from './models.rules.ts';
import { isDue, present, type ModelState } from './models.service.ts';

interface ListParts {
  readonly tables: Lent<ModelsTables>;
  readonly fileKind: SubjectKind<FileFacts>;
  readonly organisation: Pick<Organisation, 'names'>;
}

/** One page of the models a person may see, as cards show them. */
export async function listModels(parts: ListParts, reader: { principal: Principal; lang: Lang }, wish: ModelWish) {
  const { principal, lang } = reader;
  const { list, total } = await pageOf(parts, principal, wish);
  const names = await parts.organisation.names(
    principal.enterpriseId,
    list.flatMap(({ model }) => model.created_by ?? []),
  );
  const rows = list.map(({ model, file }) => ({
    ...present(model, file.row, lang),
    uploader: names.get(model.created_by ?? 0)?.name ?? '',
    can: { reparse: isDue(model) && mayReparse(principal, file, model.project_id) },
  }));
  return wish.ispage === 'not' ? { list: rows, total } : { list: rows, total, page: wish.page, size: wish.size };
}

/**
 * Rights and names are the file domain's, so all models of the project are judged, and found,
 * ordered and counted here: a page and its count tell nothing of what is hidden. What a card shows is read for the page alone.
 */
async function pageOf(
  parts: ListParts,
  principal: Principal,
  wish: ModelWish,
): Promise<{ list: { model: ModelState; file: Subject<FileFacts> }[]; total: number }> {
  const repo = modelsRepo(parts.tables.read, principal.enterpriseId);
  const known = await repo.list(wish.project_id);
  const files = new Map(
    (
      await parts.fileKind.load(
        principal,
        known.map((model) => model.file_id),
      )
    ).map((file) => [file.id, file]),
  );
  const found = known.flatMap((model) => {
    const file = files.get(model.file_id);
    if (!file?.visible || !file.may('view').allowed) return [];
    const entry = { ...model, name: file.row.name };
    return isWished(entry, wish) ? [entry] : [];
  });
  const [from, most] = wish.ispage === 'not' ? [0, LIMITS.unpagedMax] : [(wish.page - 1) * wish.size, wish.size];
  const page = inOrder(found, wish).slice(from, from + most);
  const states = new Map((await repo.byIds(page.map(({ id }) => id))).map((model) => [model.id, model]));
  const list = page.flatMap(({ id, file_id }) => {
    const [model, file] = [states.get(id), files.get(file_id)];
    return model && file ? [{ model, file }] : [];
  });
  return { list, total: found.length };
}
