import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { seesContent, type Principal } from '@prdm/access';
import { contactOf } from '../../../platform/content/content.ts';
import { containsWord, holdsPart, partsOf } from '../../../platform/statements/word-search.ts';
import type { Condition } from '../../../platform/range/within-range.ts';
import type { ReadParts } from '../organisation.reads.ts';
import type { PersonName } from '../people.ts';
import { seesStaff, staffRange, staffWithin } from './staff-range.ts';
import { STAFF_WORDS, staffRepo } from './staff.repo.ts';

interface FindParts extends Pick<ReadParts, 'tables' | 'coMembersAmong'> {
  readonly names: (enterpriseId: number, ids: readonly number[]) => Promise<ReadonlyMap<number, PersonName>>;
}

const VISIBLE = sql<string>`s.name || ' ' || s.pinyin || ' ' || s.initials`;
const PHONE_DIGITS = /^\d{4,}$/;

/**
 * Active users by name, pinyin and initials, as the picker shows them. An invited partner finds only the people of the shared projects,
 * without department and position (safety.md S11). Phone numbers are compared and shown only for people in the reader's range of the staff,
 * and only to a reader whose roles show contact data.
 * Otherwise a reader could guess the numbers of colleagues.
 */
export async function findPeople(
  parts: FindParts,
  principal: Principal,
  { word, limit }: { word: string; limit: number },
) {
  const { enterpriseId, userId } = principal;
  const isPartner = (await staffRepo(parts.tables.read, enterpriseId).typeOf(userId)) === 'partner';
  const among = isPartner ? await parts.coMembersAmong(enterpriseId, userId, 'everybody') : null;
  const range = staffRange(principal, 'read');
  const rows = await matches(parts, enterpriseId, {
    word,
    limit,
    among,
    byPhone: isPartner || !seesContent(principal, 'contact') ? [] : staffWithin(principal),
  });
  const shown = await parts.names(
    enterpriseId,
    rows.map((row) => row.user_id),
  );
  return rows.map((row) => ({
    id: row.user_id,
    name: row.name,
    thumb: shown.get(row.user_id)?.thumb ?? '',
    department_name: isPartner ? '' : (row.department_name ?? ''),
    position_name: isPartner ? '' : (row.position_name ?? ''),
    phone: contactOf(row.user_id, seesStaff(range, row) ? row.phone : null),
    email: contactOf(row.user_id, seesStaff(range, row) ? row.email : null),
  }));
}

interface Wanted {
  readonly word: string;
  readonly limit: number;
  readonly among: readonly number[] | null;
  /** The people whose phone number the word may match: those in the reader's range. */
  readonly byPhone: readonly Condition[];
}

function matches({ tables }: FindParts, enterpriseId: number, { word, limit, among, byPhone }: Wanted) {
  const partHolds = (part: string): RawBuilder<SqlBool> =>
    byPhone.length > 0 && PHONE_DIGITS.test(part)
      ? sql`(${holdsPart(VISIBLE, part)} or (${holdsPart(sql`s.phone`, part)} and (${sql.join(byPhone, sql` or `)})))`
      : holdsPart(VISIBLE, part);
  const holds = sql<SqlBool>`${sql.join(partsOf(word).map(partHolds), sql` and `)}`;
  const whole = word.toLowerCase();
  const rank = sql`case when ${whole} in (lower(s.name), s.initials) then 0
    when starts_with(lower(s.name), ${whole}) or starts_with(s.pinyin, ${whole}) or starts_with(s.initials, ${whole}) then 1
    else 2 end`;
  return tables.read
    .selectFrom('staff as s')
    .leftJoin('department as d', (join) =>
      join.onRef('d.enterprise_id', '=', 's.enterprise_id').onRef('d.id', '=', 's.department_id'),
    )
    .leftJoin('position as p', (join) =>
      join.onRef('p.enterprise_id', '=', 's.enterprise_id').onRef('p.id', '=', 's.position_id'),
    )
    .select(['s.user_id', 's.department_id', 's.company_id', 's.name', 's.phone', 's.email'])
    .select(['d.name as department_name', 'p.name as position_name'])
    .where('s.enterprise_id', '=', enterpriseId)
    .where('s.status', '=', 'active')
    .where(containsWord(STAFF_WORDS, word) ?? sql<SqlBool>`false`)
    .where(holds)
    .$if(among !== null, (query) => query.where('s.user_id', '=', sql<number>`any(${[...(among ?? [])]})`))
    .orderBy(rank)
    .orderBy('s.sort')
    .orderBy('s.user_id')
    .limit(limit)
    .execute();
}
