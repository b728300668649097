import { refsOf, type Endpoint, type SubjectKindName } from '@prdm/contract/kit';
import type { EntitySpec } from './spec.ts';

type Described<K extends SubjectKindName> = Pick<EntitySpec<K>, 'calls' | 'columns' | 'links'>;

/** Throws for a description that would fail without a message later. It runs when the entity is made. */
export function assertDescribed<K extends SubjectKindName>(spec: Described<K>): void {
  const { kind, filters, add, edit } = spec.calls;
  const fields = new Set(spec.columns.flatMap(({ field, isMoney }) => (isMoney ? [] : [field])));
  // A filter by amounts would reveal masked ones.
  const strange = filters.find((name) => !fields.has(name));
  if (strange !== undefined)
    throw new Error(`${kind}: the filter "${strange}" is the field of no column, or of an amount`);
  for (const { field, refers } of [...spec.columns, ...(spec.links ?? [])])
    for (const call of [add, edit])
      if (refers !== undefined && !chooses(call, field, refers))
        throw new Error(`${kind}: the id "${field}" of ${call.path} must be ref('${refers}', 'choose')`);
}

/** Without the right `choose`, a record could newly name a disabled entry. */
const chooses = ({ input }: Endpoint, field: string, kind: SubjectKindName): boolean =>
  refsOf(input).some(({ path, ref }) => path[0] === field && ref.kind === kind && ref.right === 'choose');
