import { sql, type Kysely } from 'kysely';
import { countCapped } from '../../../platform/statements/count-capped.ts';
import { containing } from '../../../platform/statements/word-search.ts';
import { VIEW, type Asker } from '../asker.ts';
import type { FilesTables } from '../folders/folder.repo.ts';

/**
 * The expression of the index: the project, and single characters and pairs of the name. The query uses only the
 * pairs of the word, or a single character for a word of one. Pairs are more selective and so faster to read.
 */
export const hasWord = (table: 'file' | 'trash', projectId: number, word: string) => {
  const name = sql.ref(`${table}.name`);
  const project = sql.ref(`${table}.project_id`);
  const pairs = sql`(select array_agg(g) from unnest(app_grams(${word}::text)) g
    where char_length(g) = least(2, char_length(${word}::text)))`;
  return sql<boolean>`(array_append(app_grams(${name}), 'p:' || ${project}::text)
    @> array_append(${pairs}, 'p:' || ${projectId}::bigint::text) and ${name} ilike ${containing(word)})`;
};

export interface Hit {
  readonly kind: 'folder' | 'file';
  readonly id: number;
  readonly sort_key: string;
}

export interface Wanted {
  readonly projectId: number;
  readonly word: string;
  /** Only below this folder. */
  readonly path?: string;
}

/**
 * Names that contain a word, among folders that the user may view. The statement itself applies the rights, so pages
 * and counts reveal nothing else.
 */
export const searchRepo = (db: Kysely<FilesTables>, enterpriseId: number) => {
  /** The live folders that the user may view. */
  const seen = (asker: Asker, { projectId, path }: Pick<Wanted, 'projectId' | 'path'>) =>
    db
      // Rights belong to folders, and folders below the same grants have equal rights. So the function runs once per
      // set of grants, not per folder or file.
      .with('below', (qc) => {
        const folders = qc
          .selectFrom('folder')
          .select(['id', 'name', 'sort_key', 'parent_id'])
          .select(
            sql<number[]>`array(select a from unnest(folder.ancestors) a where exists (select from folder_grant g
              where g.enterprise_id = ${enterpriseId} and g.folder_id = a))`.as('granted'),
          )
          .where('enterprise_id', '=', enterpriseId)
          .where('project_id', '=', projectId)
          .where('trash_id', 'is', null);
        return path === undefined ? folders : folders.where('path', 'like', `${path}%`);
      })
      .with(
        (cte) => cte('open').materialized(),
        (qc) =>
          qc
            .selectFrom((eb) => eb.selectFrom('below').select('granted').distinct().as('sets'))
            .select('granted')
            .where(
              sql<boolean>`folder_rights(${JSON.stringify(asker)}::jsonb, ${enterpriseId}, ${projectId}, granted)
                & ${VIEW}::int <> 0`,
            ),
      )
      .with(
        (cte) => cte('seen').materialized(),
        (qc) =>
          qc
            .selectFrom('below')
            .innerJoin('open', 'open.granted', 'below.granted')
            .select(['below.id', 'below.name', 'below.sort_key', 'below.parent_id']),
      );
  const hits = (asker: Asker, wanted: Wanted) =>
    seen(asker, wanted).with('hit', (qc) =>
      qc
        .selectFrom('seen as folder')
        .select([sql<'folder' | 'file'>`'folder'`.as('kind'), 'folder.id', 'folder.sort_key'])
        .where('folder.parent_id', 'is not', null)
        .where(sql<boolean>`folder.name ilike ${containing(wanted.word)}`)
        .unionAll(
          qc
            .selectFrom('file')
            .innerJoin('seen', 'seen.id', 'file.folder_id')
            .select([sql<'folder' | 'file'>`'file'`.as('kind'), 'file.id', 'file.sort_key'])
            .where('file.enterprise_id', '=', enterpriseId)
            .where('file.trash_id', 'is', null)
            .where(hasWord('file', wanted.projectId, wanted.word)),
        ),
    );
  return {
    /** Files by their last change, newest first; the query uses the index file_recent. */
    async recent(asker: Asker, projectId: number, limit: number): Promise<number[]> {
      const rows = await seen(asker, { projectId })
        .selectFrom('file')
        .select('file.id')
        .where('file.enterprise_id', '=', enterpriseId)
        .where('file.project_id', '=', projectId)
        .where('file.trash_id', 'is', null)
        .where('file.folder_id', 'in', (eb) => eb.selectFrom('seen').select('seen.id'))
        .orderBy('file.updated_at', 'desc')
        .orderBy('file.id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
    page: (asker: Asker, wanted: Wanted, paging: { offset: number; limit: number }): Promise<Hit[]> =>
      hits(asker, wanted)
        .selectFrom('hit')
        .select(['kind', 'id', 'sort_key'])
        .orderBy('kind', 'desc')
        .orderBy('sort_key')
        .orderBy('id')
        .offset(paging.offset)
        .limit(paging.limit)
        .execute(),
    count: (asker: Asker, wanted: Wanted): Promise<number> => countCapped(db, hits(asker, wanted).selectFrom('hit')),
  };
};
