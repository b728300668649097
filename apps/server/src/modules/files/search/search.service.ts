import { askerOf, shownIn } from '../asker.ts';
import { windowOf, type Paging } from '../../../platform/entity/paging.ts';
import { crumbsOf, entriesOf, paged, type Place } from '../list.service.ts';
import { reposOf, type Caller, type Parts } from '../parts.ts';

interface Found {
  readonly kind: 'folder' | 'file';
  readonly id: number;
}

/** Names that contain a word, with the folders above each. */
export async function search(parts: Parts, caller: Caller, given: Paging & Place & { path?: string; word: string }) {
  const repo = reposOf(parts, caller.actor.enterpriseId).search;
  const asker = askerOf(caller.principal, [given.projectId]);
  const wanted = { projectId: given.projectId, word: given.word, path: given.path };
  return {
    list: await placed(parts, caller, given, await repo.page(asker, wanted, windowOf(given))),
    total: await repo.count(asker, wanted),
    ...paged(given),
  };
}

/** The most recently changed files of a project that the caller may view. */
export async function recent(parts: Parts, caller: Caller, given: Place & { limit: number }) {
  const repo = reposOf(parts, caller.actor.enterpriseId).search;
  const asker = askerOf(caller.principal, [given.projectId]);
  const ids = await repo.recent(asker, given.projectId, given.limit);
  return {
    list: await placed(
      parts,
      caller,
      given,
      ids.map((id) => ({ kind: 'file' as const, id })),
    ),
  };
}

/** Entries in input order, each with the folders above it. */
async function placed(parts: Parts, caller: Caller, place: Place, hits: readonly Found[]) {
  const repos = reposOf(parts, caller.actor.enterpriseId);
  const { projectId } = place;
  const asker = askerOf(caller.principal, [projectId]);
  const idsOf = (kind: string) => hits.filter((hit) => hit.kind === kind).map((hit) => hit.id);
  const [folders, files] = await Promise.all([
    repos.folders.judged(asker, idsOf('folder')),
    repos.files.judged(asker, idsOf('file')),
  ]);
  const entries = new Map(
    (await entriesOf(parts, caller, shownIn(place, folders), shownIn(place, files))).map((entry) => [
      `${entry.kind}:${entry.id}`,
      entry,
    ]),
  );
  const homes = new Map(
    (await repos.folders.byIds([...new Set(files.map((file) => file.folder_id))])).map((row) => [row.id, row]),
  );
  const above = (hit: Found): readonly number[] =>
    hit.kind === 'folder'
      ? (folders.find(({ id }) => id === hit.id)?.ancestors.slice(0, -1) ?? [])
      : (homes.get(files.find(({ id }) => id === hit.id)?.folder_id ?? 0)?.ancestors ?? []);
  const everyFolder = [...new Set(hits.flatMap(above))];
  const names = new Map((await crumbsOf(parts, caller, everyFolder, projectId)).map((crumb) => [crumb.id, crumb]));
  return hits.flatMap((hit) => {
    const entry = entries.get(`${hit.kind}:${hit.id}`);
    const crumbs = above(hit).flatMap((id) => names.get(id) ?? []);
    return entry ? [{ ...entry, crumbs }] : [];
  });
}
