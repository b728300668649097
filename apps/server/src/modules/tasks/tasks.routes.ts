import { counts, home } from '@prdm/contract/home';
import * as contract from '@prdm/contract/tasks';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { Mount } from '../../platform/http/mounting.ts';
import type { Tasks } from './index.ts';

const who = ({ actor, principal }: CallContext) => ({ actor: { ...actor, userId: principal.userId }, principal });

export function tasksRoutes(mount: Mount, tasks: Tasks): void {
  /** The authorised task and the version that the caller saw. */
  const named = (context: CallContext, { version }: { version: number }) => ({
    task: context.subject(tasks.kind, 'id').row,
    version,
  });

  mount(contract.index, (input, { principal, maybeSubject }) =>
    tasks.list(principal, input, maybeSubject(tasks.projectKind, 'project_id')?.row),
  );
  mount(contract.info, (_input, { principal, subject }) => tasks.page(principal, subject(tasks.kind, 'id').row));
  mount(contract.add, (input, context) => tasks.add(who(context), input));
  mount(contract.edit, (input, context) => tasks.edit(who(context), input, context.subject(tasks.kind, 'id').row));

  mount(contract.publish, (input, context) => tasks.publish(who(context), named(context, input)));
  mount(contract.republish, ({ restart, deadline, ...input }, context) =>
    tasks.republish(who(context), { ...named(context, input), restart, deadline }),
  );
  mount(contract.pause, ({ reason, ...input }, context) =>
    tasks.pause(who(context), { ...named(context, input), reason }),
  );
  mount(contract.longTerm, (input, context) => tasks.markLongTerm(who(context), named(context, input)));
  mount(contract.unmarkLongTerm, ({ deadline, ...input }, context) =>
    tasks.unmarkLongTerm(who(context), { ...named(context, input), deadline }),
  );
  mount(contract.del, async (input, context) => {
    await tasks.remove(who(context), named(context, input));
    return null;
  });

  mount(contract.start, (input, context) => tasks.start(who(context), named(context, input)));
  mount(contract.reject, ({ reason, ...input }, context) =>
    tasks.reject(who(context), { ...named(context, input), reason }),
  );
  mount(contract.submit, ({ annotation, hours, ...input }, context) =>
    tasks.submit(who(context), { ...named(context, input), annotation, hours }),
  );
  mount(contract.pass, ({ comment, ...input }, context) =>
    tasks.pass(who(context), { ...named(context, input), comment }),
  );
  mount(contract.notPass, ({ reason, ...input }, context) =>
    tasks.notPass(who(context), { ...named(context, input), reason }),
  );

  mount(contract.transfer, ({ target_id: targetId, from_id: fromId, reason, ...input }, context) =>
    tasks.transfer(who(context), { ...named(context, input), targetId, fromId, reason }),
  );
  mount(contract.transferConfirm, (input, context) =>
    tasks.answerTransfer(who(context), { ...named(context, input), answer: 'confirmed' }),
  );
  mount(contract.transferRefuse, ({ reason, ...input }, context) =>
    tasks.answerTransfer(who(context), { ...named(context, input), answer: 'refused', reason }),
  );
  mount(contract.transferWithdraw, (input, context) =>
    tasks.answerTransfer(who(context), { ...named(context, input), answer: 'withdrawn' }),
  );

  mount(home, (input, { principal }) => tasks.home(principal, input));
  mount(counts, (_input, { principal }) => tasks.counts(principal));
}
