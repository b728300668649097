import * as templates from '@prdm/contract/processes';
import * as review from '@prdm/contract/review';
import { fail } from '../../platform/errors.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { Mount } from '../../platform/http/mounting.ts';
import type { Processes } from './index.ts';

export function processesRoutes(mount: Mount, processes: Processes): void {
  templateRoutes(mount, processes);
  const { kinds } = processes;

  mount(review.index, ({ project_id, ...asked }, { principal }) =>
    processes.reviews(principal, { ...asked, projectId: project_id }),
  );
  mount(review.counts, (_input, { principal }) => processes.counts(principal));
  mount(review.info, async (_input, { principal, subject }) => {
    const asked = subject(kinds.process, 'id');
    const view = await processes.view(principal, asked.id, { mayRemind: asked.may('remind').allowed });
    if (view === null) throw fail.notFound(true);
    return view;
  });

  const seatOf = ({ subject }: CallContext) => subject(kinds.seat, 'seat_id').id;
  mount(review.pass, async ({ comment }, context) => {
    await processes.pass(context.actor, seatOf(context), comment);
    return null;
  });
  mount(review.notPass, async ({ comment, to }, context) => {
    await processes.notPass(context.actor, seatOf(context), { comment, to });
    return null;
  });
  mount(review.transfer, async ({ comment, target_id }, context) => {
    await processes.transfer(context.actor, seatOf(context), { targetId: target_id, comment });
    return null;
  });
  for (const [endpoint, answer] of [
    [review.transferConfirm, 'confirmed'],
    [review.transferRefuse, 'refused'],
    [review.transferWithdraw, 'withdrawn'],
  ] as const) {
    mount(endpoint, async ({ comment }, context) => {
      await processes.answerTransfer(context.actor, seatOf(context), answer, comment);
      return null;
    });
  }
  mount(review.withdraw, async (_input, { actor, subject }) => {
    await processes.withdrawById(actor, subject(kinds.process, 'id').id);
    return null;
  });
  mount(review.remind, async (_input, { actor, subject }) => {
    await processes.remind(actor, subject(kinds.process, 'id').id);
    return null;
  });
}

function templateRoutes(mount: Mount, processes: Processes): void {
  const { kinds } = processes;
  const seen = ({ subject }: CallContext, version: number) => {
    const { id, name } = subject(kinds.template, 'id').row;
    return { id, name, version };
  };
  mount(templates.templateIndex, ({ kind, enabled, word, page, size, ispage }, { principal }) =>
    processes.templates.list(principal, { kind, enabled, word }, { page, size, ispage }),
  );
  mount(templates.templateInfo, (_input, { principal, subject }) =>
    processes.templates.info(principal.enterpriseId, subject(kinds.template, 'id').id),
  );
  mount(templates.templateAdd, (input, { actor }) => processes.templates.add(actor, input));
  mount(templates.templateEdit, ({ id: _id, version, ...given }, context) =>
    processes.templates.edit(context.actor, seen(context, version), given),
  );
  mount(templates.templateDel, async ({ version }, context) => {
    await processes.templates.remove(context.actor, seen(context, version));
    return null;
  });
  mount(templates.templateEnable, ({ version }, context) =>
    processes.templates.enable(context.actor, seen(context, version), true),
  );
  mount(templates.templateDisable, ({ version }, context) =>
    processes.templates.enable(context.actor, seen(context, version), false),
  );
}
