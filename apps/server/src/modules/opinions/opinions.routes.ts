import * as contract from '@prdm/contract/processes/opinions';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { Mount } from '../../platform/http/mounting.ts';
import type { Opinions } from './index.ts';
import type { Who } from './parts.ts';

const who = ({ actor, principal }: CallContext): Who => ({
  actor: { ...actor, userId: principal.userId },
  principal,
});

export function opinionRoutes(mount: Mount, opinions: Opinions): void {
  const { kind, neighbours } = opinions;

  mount(contract.opinionIndex, (_input, { principal, subject }) =>
    opinions.list(principal, subject(neighbours.process, 'process_id')),
  );
  mount(contract.opinionInfo, (_input, { principal, subject }) => opinions.info(principal, subject(kind, 'id')));
  mount(contract.opinionRecord, (_input, { principal, subject }) =>
    opinions.record(principal, subject(neighbours.process, 'process_id')),
  );
  mount(contract.opinionAdd, ({ grade, text, place, place_name: placeName = '', page, view, guid = '' }, context) =>
    opinions.raise(who(context), context.subject(neighbours.process, 'process_id'), {
      grade,
      text,
      place,
      placeName,
      page,
      view,
      guid,
      attachment: context.maybeSubject(neighbours.attachment, 'attachment_id'),
      version: context.maybeSubject(neighbours.version, 'version_id'),
    }),
  );
  mount(contract.opinionEdit, async ({ version, grade, text }, context) => {
    await opinions.change(who(context), context.subject(kind, 'id'), { what: 'edit', version, grade, text });
    return null;
  });
  mount(contract.opinionDel, async ({ version }, context) => {
    await opinions.change(who(context), context.subject(kind, 'id'), { what: 'del', version });
    return null;
  });
  for (const [endpoint, what] of [
    [contract.opinionReply, 'reply'],
    [contract.opinionKeep, 'keep'],
  ] as const)
    mount(endpoint, async ({ version, text }, context) => {
      await opinions.change(who(context), context.subject(kind, 'id'), { what, version, text });
      return null;
    });
  for (const [endpoint, what] of [
    [contract.opinionClose, 'close'],
    [contract.opinionReopen, 'reopen'],
  ] as const)
    mount(endpoint, async ({ version, text }, context) => {
      await opinions.change(who(context), context.subject(kind, 'id'), { what, version, text });
      return null;
    });
}
