import { CODES } from '@prdm/contract/codes';
import type { SubjectKindName } from '@prdm/contract/kit';
import { fail } from '../errors.ts';
import { decided } from '../http/decisions.ts';
import type { Subject, SubjectKind } from '../ids/subject.ts';
import { entityRepo, linksOf } from './entity.repo.ts';
import type { EntityParts, EntitySpec, EntryRow, SpecCalls } from './spec.ts';

const isDeleted = ({ row }: Subject<EntryRow>): boolean => row.deleted_at !== null;

/**
 * The entries as records of calls. `read`: not deleted. `choose`: also enabled, unless the record that the call edits
 * already names it. `any`: every entry, also a deleted one, which `restore` needs. The service judges its state.
 */
export function entityKind<Tables, K extends SubjectKindName>(
  { tables }: Pick<EntityParts<Tables>, 'tables'>,
  spec: EntitySpec<K, SpecCalls<K>>,
): SubjectKind<EntryRow, K> {
  const load =
    spec.cached ??
    (async (enterpriseId: number, ids: readonly number[]) => {
      const rows = await entityRepo(spec, tables.read, enterpriseId).byIds(ids);
      return new Map(rows.map((row) => [row.id, row]));
    });
  return {
    kind: spec.calls.kind,
    scope: 'enterprise',
    async load(principal, ids) {
      const { enterpriseId } = principal;
      const rows = await load(enterpriseId, ids);
      return [...rows.values()].map((row) => ({
        id: row.id,
        row,
        projectId: null,
        visible: true,
        may: (right) =>
          (row.deleted_at === null ? spec.may?.(principal, right, row) : undefined) ??
          decided(
            right === 'any' ||
              (right === 'read' && row.deleted_at === null) ||
              (right === 'choose' && row.deleted_at === null && row.disabled_at === null),
            right,
          ),
        async refers(kind) {
          const own = spec.columns.flatMap((one) => (one.refers === kind ? [row[one.column] as number | null] : []));
          const links = (spec.links ?? []).filter((link) => link.refers === kind);
          const lists = await Promise.all(links.map((link) => linksOf(tables.read, link, enterpriseId, [row.id])));
          return [...own.filter((id) => id !== null), ...lists.flatMap((list) => list.get(row.id) ?? [])];
        },
      }));
    },
    refused: (subject, right) =>
      right === 'choose' && !isDeleted(subject)
        ? fail.of(CODES.invalid, 'records.isDisabled', { params: { name: subject.row.name } })
        : isDeleted(subject)
          ? fail.notFound()
          : fail.of(CODES.denied, spec.refusal ?? 'codes.1005'),
  };
}
