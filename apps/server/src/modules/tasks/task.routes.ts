import { counts, home } from '@prdm/contract/home';
import * as contract from '@prdm/contract/tasks';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { Mount } from '../../platform/http/mounting.ts';
import type { Tasks } from './index.ts';

const who = ({ actor, principal }: CallContext) => ({ actor: { ...actor, userId: principal.userId }, principal });

export function tasksRoutes(mount: Mount, tasks: Tasks): void {
  const { kind } = tasks;
  const named = <T>(task: T, { version }: { version: number }) => ({ task, version });

  mount(contract.index, (_input, { principal, given, maybeSubject }) =>
    tasks.list(principal, given, maybeSubject(tasks.projectKind, 'project_id')?.row),
  );
  mount(contract.info, (_input, { principal, subject }) => tasks.page(principal, subject(kind, 'id')));
  mount(contract.add, (_input, context) => tasks.add(who(context), context.given));
  mount(contract.edit, (_input, context) => tasks.edit(who(context), context.given, context.subject(kind, 'id')));

  mount(contract.publish, (input, context) => tasks.publish(who(context), named(context.subject(kind, 'id'), input)));
  mount(contract.republish, ({ resume, deadline, ...input }, context) =>
    tasks.republish(who(context), { ...named(context.subject(kind, 'id'), input), resume, deadline }),
  );
  mount(contract.pause, ({ reason, ...input }, context) =>
    tasks.pause(who(context), { ...named(context.subject(kind, 'id'), input), reason }),
  );
  mount(contract.remind, (input, context) => tasks.remind(who(context), named(context.subject(kind, 'id'), input)));
  mount(contract.longTerm, (input, context) =>
    tasks.markLongTerm(who(context), named(context.subject(kind, 'id'), input)),
  );
  mount(contract.unmarkLongTerm, ({ deadline, ...input }, context) =>
    tasks.unmarkLongTerm(who(context), { ...named(context.subject(kind, 'id'), input), deadline }),
  );
  mount(contract.del, async (input, context) => {
    await tasks.remove(who(context), named(context.subject(kind, 'id'), input));
    return null;
  });

  mount(contract.start, (input, context) => tasks.start(who(context), named(context.subject(kind, 'id'), input)));
  mount(contract.reject, ({ reason, ...input }, context) =>
    tasks.reject(who(context), { ...named(context.subject(kind, 'id'), input), reason }),
  );
  mount(contract.submit, ({ annotation, hours, ...input }, context) => {
    const { attachment_ids: attachments = [], viewpoint_ids: viewpoints = [] } = context.given;
    const task = named(context.subject(kind, 'id'), input);
    return tasks.submit(who(context), { ...task, annotation, hours, attachments, viewpoints });
  });
  mount(contract.pass, ({ comment, ...input }, context) =>
    tasks.pass(who(context), { ...named(context.subject(kind, 'id'), input), comment }),
  );
  mount(contract.notPass, ({ reason, ...input }, context) =>
    tasks.notPass(who(context), { ...named(context.subject(kind, 'id'), input), reason }),
  );

  mount(contract.transfer, ({ reason, ...input }, context) => {
    const { target_id: target, from_id: from } = context.given;
    return tasks.transfer(who(context), { ...named(context.subject(kind, 'id'), input), target, from, reason });
  });
  mount(contract.transferConfirm, (input, context) =>
    tasks.answerTransfer(who(context), { ...named(context.subject(kind, 'id'), input), answer: 'confirmed' }),
  );
  mount(contract.transferRefuse, ({ reason, ...input }, context) =>
    tasks.answerTransfer(who(context), { ...named(context.subject(kind, 'id'), input), answer: 'refused', reason }),
  );
  mount(contract.transferWithdraw, (input, context) =>
    tasks.answerTransfer(who(context), { ...named(context.subject(kind, 'id'), input), answer: 'withdrawn' }),
  );

  mount(home, (input, { principal }) => tasks.home(principal, input));
  mount(counts, (_input, { principal }) => tasks.counts(principal));
}
