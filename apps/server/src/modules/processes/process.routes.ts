import * as templates from '@prdm/contract/processes/templates';
import * as review from '@prdm/contract/processes/review';
import { fail } from '../../platform/errors.ts';
import type { Mount } from '../../platform/http/mounting.ts';
import { delegationRoutes } from './delegations/delegations.routes.ts';
import type { Processes } from './index.ts';

export function processesRoutes(mount: Mount, processes: Processes): void {
  templateRoutes(mount, processes);
  delegationRoutes(mount, processes);
  const { kinds } = processes;

  mount(review.index, (input, { principal, given }) =>
    processes.reviews(principal, { ...input, project: given.project_id }),
  );
  mount(review.counts, (_input, { principal }) => processes.counts(principal));
  mount(review.info, async (_input, { principal, subject }) => {
    const process = subject(kinds.process, 'id');
    const view = await processes.viewOf(principal, process, { mayRemind: process.may('remind').allowed });
    if (view === null) throw fail.notFound(true);
    return view;
  });

  mount(review.pass, async ({ comment }, context) => {
    await processes.pass(context.actor, context.subject(kinds.assignment, 'seat_id'), comment);
    return null;
  });
  mount(review.passMany, ({ comment }, { actor, subjects }) =>
    processes.passMany(actor, subjects(kinds.assignment, 'seat_ids.*'), comment),
  );
  mount(review.notPass, async ({ comment, to, position }, context) => {
    const assignment = context.subject(kinds.assignment, 'seat_id');
    await processes.notPass(context.actor, assignment, { comment, to, position });
    return null;
  });
  mount(review.transfer, async ({ comment }, { actor, subject, given }) => {
    await processes.transfer(actor, subject(kinds.assignment, 'seat_id'), { target: given.target_id, comment });
    return null;
  });
  mount(review.addSign, async ({ where, name, sign_mode: signMode, reason }, { actor, subject, given }) => {
    const added = { where, name, signMode, reason, users: given.user_ids };
    await processes.addSign(actor, subject(kinds.assignment, 'seat_id'), added);
    return null;
  });
  for (const [endpoint, answer] of [
    [review.transferConfirm, 'confirmed'],
    [review.transferRefuse, 'refused'],
  ] as const) {
    mount(endpoint, async ({ comment }, { actor, subject }) => {
      await processes.answerTransfer(actor, subject(kinds.assignment, 'seat_id'), answer, comment);
      return null;
    });
  }
  mount(review.transferWithdraw, async ({ comment }, { actor, subject }) => {
    await processes.withdrawTransfer(actor, subject(kinds.assignment, 'seat_id'), comment);
    return null;
  });
  mount(review.withdraw, async (_input, { actor, subject }) => {
    await processes.withdrawById(actor, subject(kinds.process, 'id'));
    return null;
  });
  mount(review.remind, async (_input, { actor, subject }) => {
    await processes.remind(actor, subject(kinds.process, 'id'));
    return null;
  });
}

function templateRoutes(mount: Mount, processes: Processes): void {
  const { kinds } = processes;
  mount(templates.templateIndex, ({ kind, enabled, word, page, size, ispage }, { principal }) =>
    processes.templates.list(principal, { kind, enabled, word }, { page, size, ispage }),
  );
  mount(templates.templateInfo, (_input, { principal, subject }) =>
    processes.templates.info(principal.enterpriseId, subject(kinds.template, 'id')),
  );
  mount(templates.templateAdd, (_input, { actor, given }) => processes.templates.add(actor, given));
  mount(templates.templateEdit, (_input, { actor, subject, given }) =>
    processes.templates.edit(actor, subject(kinds.template, 'id'), given),
  );
  mount(templates.templateTestRun, (_input, { principal, given }) => processes.templates.testRun(principal, given));
  mount(templates.templateDel, async ({ version }, { actor, subject }) => {
    await processes.templates.remove(actor, subject(kinds.template, 'id'), version);
    return null;
  });
  mount(templates.templateEnable, ({ version }, { actor, subject }) =>
    processes.templates.enable(actor, subject(kinds.template, 'id'), version, true),
  );
  mount(templates.templateDisable, ({ version }, { actor, subject }) =>
    processes.templates.enable(actor, subject(kinds.template, 'id'), version, false),
  );
}
