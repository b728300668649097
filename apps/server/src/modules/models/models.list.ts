import type { Principal } from '@prdm/access';
import { LIMITS } from '@prdm/contract/limits';
import type { Lang } from '@prdm/locales';
import type { ModuleDb } from '../../platform/db.ts';
import type { Subject, SubjectKind } from '../../platform/http/subjects.ts';
import { mayReparse, type FileFacts } from './kinds.ts';
import type { Organisation } from '../organisation/index.ts';
import { modelsRepo, type ModelsTables } from './models.repo.ts';
import { inOrder, matches, type ModelListInput } from './models.rules.ts';
import { isDue, present, type ModelState } from './models.service.ts';

interface ListParts {
  readonly tables: ModuleDb<ModelsTables>;
  readonly fileKind: SubjectKind<FileFacts>;
  readonly organisation: Pick<Organisation, 'names'>;
}

/** One page of the models that the user may see, in the form that cards show. */
export async function listModels(
  parts: ListParts,
  reader: { principal: Principal; lang: Lang },
  input: ModelListInput,
) {
  const { principal, lang } = reader;
  const { list, total } = await pageOf(parts, principal, input);
  const names = await parts.organisation.names(
    principal.enterpriseId,
    list.flatMap(({ model }) => model.created_by ?? []),
  );
  const rows = list.map(({ model, file }) => {
    const may = mayReparse(principal, file, model.project_id);
    return {
      ...present(model, file.row, lang),
      uploader: names.get(model.created_by ?? 0)?.name ?? '',
      can: { reparse: may && isDue(model), replace: may, picture: may },
    };
  });
  return input.ispage === 'not' ? { list: rows, total } : { list: rows, total, page: input.page, size: input.size };
}

/** Names of the models of a project that the user may see, by id. */
export async function visibleModels(
  parts: Pick<ListParts, 'tables' | 'fileKind'>,
  principal: Principal,
  projectId: number,
): Promise<ReadonlyMap<number, string>> {
  const known = await modelsRepo(parts.tables.read, principal.enterpriseId).list(projectId);
  const loaded = await parts.fileKind.load(
    principal,
    known.map((model) => model.file_id),
  );
  const files = new Map(loaded.map((file) => [file.id, file]));
  return new Map(
    known.flatMap(({ id, file_id }) => {
      const file = files.get(file_id);
      return file?.visible && file.may('view').allowed ? [[id, file.row.name] as const] : [];
    }),
  );
}

/**
 * Rights and names belong to the file domain. This function therefore filters, sorts and counts all models of the project in
 * memory. Pages and counts then reveal nothing of hidden models. The card's details are read for one page only.
 */
async function pageOf(
  parts: ListParts,
  principal: Principal,
  input: ModelListInput,
): Promise<{ list: { model: ModelState; file: Subject<FileFacts> }[]; total: number }> {
  const repo = modelsRepo(parts.tables.read, principal.enterpriseId);
  const known = await repo.list(input.project_id);
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
    return matches(entry, input) ? [entry] : [];
  });
  const [from, most] = input.ispage === 'not' ? [0, LIMITS.unpagedMax] : [(input.page - 1) * input.size, input.size];
  const page = inOrder(found, input).slice(from, from + most);
  const states = new Map((await repo.byIds(page.map(({ id }) => id))).map((model) => [model.id, model]));
  const list = page.flatMap(({ id, file_id }) => {
    const [model, file] = [states.get(id), files.get(file_id)];
    return model && file ? [{ model, file }] : [];
  });
  return { list, total: found.length };
}
