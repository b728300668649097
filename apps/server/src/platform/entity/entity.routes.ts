import type { z } from 'zod';
import type { Endpoint, SubjectKindName } from '@prdm/contract/kit';
import { LIMITS } from '@prdm/contract/limits';
import { sendSheet } from '../sheets/send-sheet.ts';
import type { CallContext } from '../http/call-context.ts';
import type { Mount } from '../http/mounting.ts';
import { idsOf } from '../ids/authorized.ts';
import type { EntityReads, ListQuery } from './entity.reads.ts';
import type { EntityService, Item } from './entity.service.ts';
import { entitySheet, listName, refuseTooMany } from './entity.sheet.ts';
import type { EntitySpec } from './spec.ts';

type Values = Readonly<Record<string, unknown>>;
/** The whole input with numbers for its judged ids. The shapes of entities differ, so the types are those of the kit. */
type Answer = (input: Values, context: CallContext) => Promise<unknown>;

/** Mounts the calls of one entity. Every id of a call was judged before, and `given` holds the judged records. */
export function entityRoutes<K extends SubjectKindName>(
  mount: Mount,
  spec: EntitySpec<K>,
  reads: EntityReads,
  service: EntityService,
): void {
  const { calls } = spec;
  const on = (endpoint: Endpoint, answer: Answer): void =>
    mount(endpoint as Endpoint<z.ZodType<Values>>, (_input, context) =>
      answer(idsOf(context.given) as Values, context),
    );
  const acts = (endpoint: Endpoint, act: EntityService['del']): void =>
    on(endpoint, async ({ items }, { actor }) => {
      await act(actor, items as Item[]);
      return null;
    });

  on(calls.index, (query, { principal }) => reads.list(principal, query as ListQuery));
  on(calls.add, async (input, { actor }) => ({ id: await service.add(actor, input) }));
  on(calls.edit, async ({ id, version, ...input }, { actor }) => {
    await service.edit(actor, { id, version } as Item, input);
    return null;
  });
  acts(calls.del, service.del);
  acts(calls.restore, service.restore);
  acts(calls.enable, service.enable);
  acts(calls.disable, service.disable);
  mount.raw(calls.download as Endpoint<z.ZodType<Values>>, async (_input, { given, principal, lang }, raw) => {
    const query = { ...(idsOf(given) as ListQuery), counted: true };
    const { list: rows, total } = await reads.list(principal, query, LIMITS.exportMax);
    refuseTooMany(total);
    const bytes = await entitySheet(spec, rows, { lang, reader: principal });
    await sendSheet(raw, { fileName: listName(lang, calls.kind), bytes });
  });
  on(calls.sort, async ({ id, after_id }, { actor }) => {
    await service.sort(actor, id as number, (after_id as number | undefined) ?? null);
    return null;
  });
}
