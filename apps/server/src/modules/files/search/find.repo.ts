import { sql, type Kysely, type RawBuilder } from 'kysely';
import { containing } from '../../../platform/statements/word-search.ts';
import { VIEW, type Asker } from '../asker.ts';
import type { FilesTables } from '../folders/folder.repo.ts';

/** The newest files that the first statement compares with the word. */
const COMPARED = 5000;
/** The most matches whose rights are checked. After the second statement, older matches are left out. */
const JUDGED = { first: 100, second: 2000 } as const;
/** With more projects, reading all of the enterprise costs less than reading the indexes project by project. */
const FEW_PROJECTS = 50;

export interface FoundEntry {
  readonly kind: 'folder' | 'file';
  readonly id: number;
  readonly name: string;
  readonly project_id: number;
  readonly folder_id: number;
  readonly updated_at: Date;
  readonly crumbs: readonly { readonly id: number; readonly name: string }[];
}

export interface WantedEverywhere {
  readonly projectIds: readonly number[];
  /** At least two characters: the index has pairs. */
  readonly word: string;
  readonly limit: number;
}

const areFew = (projectIds: readonly number[]): boolean => projectIds.length <= FEW_PROJECTS;
const NEWEST_FIRST = sql`updated_at desc, id desc`;

/**
 * Files and folders by name over many projects, newest first. The statements apply the rights of every folder, like the search of one
 * project, and read a bounded number of rows for every word.
 */
export const findRepo = (db: Kysely<FilesTables>, enterpriseId: number) => {
  /** The same index expression as in `hasWord`. */
  const matching = (table: 'file' | 'folder', { projectIds, word }: WantedEverywhere): RawBuilder<boolean> => {
    const words = sql`array_append(app_grams(${sql.ref(`${table}.name`)}), 'p:' || ${sql.ref(`${table}.project_id`)}::text)`;
    const within = areFew(projectIds) ? sql`${words} && ${projectIds.map((id) => `p:${id}`)}::text[]` : sql`true`;
    return sql<boolean>`${sql.ref(`${table}.enterprise_id`)} = ${enterpriseId}
      and ${sql.ref(`${table}.trash_id`)} is null
      and ${words} @> (select array_agg(g) from unnest(app_grams(${word}::text)) g where char_length(g) = 2)
      and ${within} and ${sql.ref(`${table}.project_id`)} = any(${projectIds}::bigint[])
      and ${sql.ref(`${table}.name`)} ilike ${containing(word)}`;
  };

  /** `home` is the folder whose rights count. `folder_id` is the folder that contains the entry. */
  const folders = (wanted: WantedEverywhere): RawBuilder<unknown> => sql`
    select 'folder' as kind, id, name, project_id, id as home, parent_id as folder_id, updated_at from folder
    where parent_id is not null and ${matching('folder', wanted)}`;
  const file = sql`'file' as kind, id, name, project_id, folder_id as home, folder_id, updated_at`;
  const newestOf = (files: RawBuilder<unknown>, wanted: WantedEverywhere, most: number): RawBuilder<unknown> => sql`
    found as materialized (${files} union all ${folders(wanted)} order by ${NEWEST_FIRST} limit ${most})`;

  /**
   * The newest files, of each project when the projects are few. Otherwise a project without recent work would find common words only
   * by the word index, which is slow for them. `since`: all files of the projects after this time are compared. null: all files are.
   */
  const compared = (projectIds: readonly number[]): { files: RawBuilder<unknown>; since: RawBuilder<unknown> } => {
    const live = sql`select id, name, project_id, folder_id, updated_at from file where enterprise_id = ${enterpriseId} and trash_id is null`;
    if (!areFew(projectIds))
      return {
        files: sql`${live} order by ${NEWEST_FIRST} limit ${COMPARED}`,
        since: sql`select min(updated_at) from compared having count(*) = ${COMPARED}::int`,
      };
    const each = Math.ceil(COMPARED / projectIds.length);
    return {
      files: sql`select newest.* from unnest(${projectIds}::bigint[]) as project(id) cross join lateral (
        ${live} and project_id = project.id order by ${NEWEST_FIRST} limit ${each}) newest`,
      since: sql`select max(oldest) from (select min(updated_at) as oldest from compared
        group by project_id having count(*) = ${each}::int) cut`,
    };
  };

  /**
   * The newest viewable entries of `found`. Rights belong to sets of grants (see search.repo.ts), so the function runs once per set.
   * All names above an entry are shown: the reader may pass through every folder above one with a grant for the reader.
   */
  const viewable = (asker: Asker, limit: number): RawBuilder<unknown> => sql`
    homes as materialized (
      select id, project_id, ancestors, array(select a from unnest(ancestors) a where exists (select from folder_grant g
        where g.enterprise_id = ${enterpriseId} and g.folder_id = a)) as granted
      from folder where enterprise_id = ${enterpriseId} and trash_id is null and id in (select home from found)),
    sets as materialized (select distinct project_id, granted from homes),
    open as materialized (
      select project_id, granted from sets
      where folder_rights(${JSON.stringify(asker)}::jsonb, ${enterpriseId}, project_id, granted) & ${VIEW}::int <> 0),
    best as materialized (
      select found.*, homes.ancestors from found join homes on homes.id = found.home
      join open on open.project_id = homes.project_id and open.granted = homes.granted
      order by found.updated_at desc, found.kind, found.id desc limit ${limit}),
    shown as (
      select best.*, coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name) order by f.depth) from folder f
        where f.enterprise_id = ${enterpriseId} and f.id = any(best.ancestors)
          and (best.kind = 'file' or f.id <> best.id)), '[]') as crumbs
      from best)`;
  const ORDER = sql`shown.updated_at desc, shown.kind, shown.id desc`;

  return {
    /**
     * Folders, and files among the newest. The list is complete down to `since`. null: the whole list is complete.
     */
    async newest(asker: Asker, wanted: WantedEverywhere): Promise<{ list: FoundEntry[]; since: Date | null }> {
      const { files, since } = compared(wanted.projectIds);
      const among = sql`select ${file} from compared
        where project_id = any(${wanted.projectIds}::bigint[]) and name ilike ${containing(wanted.word)}`;
      const { rows } = await sql<Omit<FoundEntry, 'id'> & { id: number | null; since: Date | null }>`
        with compared as materialized (${files}),
        ${newestOf(among, wanted, JUDGED.first)},
        ${viewable(asker, wanted.limit)}
        select shown.*, bounds.since from (select greatest(
          (${since}),
          (select min(updated_at) from found having count(*) = ${JUDGED.first}::int)) as since) bounds
        left join shown on true order by ${ORDER}`.execute(db);
      const list = rows.flatMap(({ id, since: _since, ...row }) => (id === null ? [] : [{ id, ...row }]));
      return { list, since: rows[0]?.since ?? null };
    },

    /** Folders, and files by the word index. */
    async indexed(asker: Asker, wanted: WantedEverywhere): Promise<FoundEntry[]> {
      const { rows } = await sql<FoundEntry>`
        with ${newestOf(sql`select ${file} from file where ${matching('file', wanted)}`, wanted, JUDGED.second)},
        ${viewable(asker, wanted.limit)}
        select shown.* from shown order by ${ORDER}`.execute(db);
      return rows;
    },
  };
};
