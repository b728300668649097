import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Principal } from '@prdm/access';
import { withinRange, type Condition } from '../../platform/range/within-range.ts';
import { holdsPart, partsOf } from '../../platform/statements/word-search.ts';
import { PROJECT_WORDS } from './project-list.repo.ts';
import type { ProjectParts } from './members.ts';
import { nonProjectRange, projectRange } from './projects.rules.ts';
import type { ProjectsTables } from './projects.repo.ts';

export interface FoundProject {
  readonly id: number;
  readonly name: string;
  readonly short_name: string;
  readonly item_number: string;
}

/**
 * The ongoing projects and open non-projects that a user may enter, with their names, and the projects among them that match a
 * word.
 */
export interface FoundProjects {
  readonly ongoing: ReadonlyMap<number, string>;
  readonly found: readonly FoundProject[];
}

/**
 * All ongoing projects of the reader, and the best matches for `word` (not empty). Other modules need the names and ids of all of them,
 * so this one statement reads every row and compares its words without an index.
 */
export async function findProjects(
  parts: Pick<ProjectParts, 'tables'>,
  principal: Principal,
  { word, limit }: { word: string; limit: number },
): Promise<FoundProjects> {
  const own = Object.keys(principal.projectAccess).map(Number);
  const others = withinRange(nonProjectRange(principal), { department: 'p.department_id', project: 'p.id' });
  const isReadable = others.map((condition) => sql<SqlBool>`(not p.is_project and ${condition})`);
  const isOwn = [...(own.length === 0 ? [] : [sql<SqlBool>`p.id = any(${own})`]), ...isReadable];
  const conditions = withinRange(
    projectRange(principal),
    { department: 'p.department_id', project: 'p.id' },
    isOwn.length === 0 ? [] : [joined(isOwn)],
  );
  const rows = (
    await Promise.all(
      conditions.map((condition) => ongoingOf(parts.tables.read, principal.enterpriseId, condition, word)),
    )
  ).flat();
  const found = rows
    .flatMap(({ rank, ...row }) => (rank === null ? [] : [{ rank, row }]))
    .toSorted((a, b) => a.rank - b.rank || b.row.id - a.row.id)
    .slice(0, limit)
    .map(({ row }) => row);
  return { ongoing: new Map(rows.map(({ id, name }) => [id, name])), found };
}

/** One condition in place of several, so that they send one statement. */
const joined = (conditions: readonly Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;

const ongoingOf = (db: Kysely<ProjectsTables>, enterpriseId: number, condition: Condition, word: string) =>
  db
    .selectFrom('project as p')
    .select(['p.id', 'p.name', 'p.short_name', 'p.item_number', rankOf(word).as('rank')])
    .where('p.enterprise_id', '=', enterpriseId)
    .where('p.status', 'in', ['ongoing', 'open'])
    .where('p.deleted_at', 'is', null)
    .where(condition)
    .execute();

/** 0: a name, the number or initials equal the word. 1: one of them begins with it. 2: the words contain it. null: no match, or a non-project. */
function rankOf(word: string): RawBuilder<number | null> {
  const whole = word.toLowerCase();
  const names = sql`array[lower(p.name), lower(p.short_name), lower(p.item_number)] || string_to_array(p.initials, ' ')`;
  const begins = sql`exists (select 1 from unnest(${names} || string_to_array(p.pinyin, ' ')) known where starts_with(known, ${whole}))`;
  const holds = sql.join(
    partsOf(word).map((part) => holdsPart(PROJECT_WORDS, part)),
    sql` and `,
  );
  return sql<number | null>`case when not p.is_project or not (${holds}) then null
    when ${whole} = any(${names}) then 0 when ${begins} then 1 else 2 end`;
}
