import { Modal } from 'antd';
import { useState } from 'react';
import type { StaffRow } from '@prdm/contract/organisation';
import { LIMITS } from '@prdm/contract/limits';
import type { WorkKind } from '@prdm/contract/organisation/work';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT, type TextKey } from '../../../lib/i18n.ts';
import { showFailure } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import {
  groupsOf,
  kindOf,
  mustMove,
  planOf,
  type Heirs,
  type ItemHeirs,
  type Stays,
} from '../staff/hand-over.logic.ts';
import { useHandOver, useLeave, useOpenWork } from '../organisation.queries.ts';
import { HandOverLines } from './hand-over-lines.tsx';
import { STILL } from '../../../ui/still.ts';
import { useFocusBack } from '../../../ui/use-focus-back.ts';

/**
 * Hands a person's work to colleagues, item by item. One call moves all chosen items. Work that the list does not show, of
 * hidden projects for example, follows by kind. With `leaving` the person leaves afterwards. Work that a
 * colleague cannot take stays in the dialog with its reason. The user can then choose another colleague. Each completed
 * hand-over stays, even if a later one fails.
 */
export function LeaveDialog(props: { person: StaffRow; leaving: boolean; onClose: () => void }) {
  const t = useT();
  useFocusBack();
  const { person, leaving, onClose } = props;
  const work = useOpenWork(person.id);
  const handOver = useHandOver();
  const leave = useLeave();
  const [chosen, setChosen] = useState<Heirs>({});
  const [single, setSingle] = useState<ItemHeirs>({});
  const [stays, setStays] = useState<readonly Stays[]>([]);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const groups = work.data === undefined ? [] : groupsOf(work.data);
  const plan = planOf(groups, { chosen, single });
  const hasChoice = plan.moves.length + plan.kinds.length > 0;
  const isReady = work.data !== undefined && (leaving ? plan.isWhole : hasChoice);

  const run = async () => {
    const left: Stays[] = [];
    const kinds = new Map(work.data?.list.map((item) => [item.key, kindOf(item)]));
    const heirs = new Map(plan.moves.map((move) => [move.item, move.to_id]));
    for (let at = 0; at < plan.moves.length; at += LIMITS.handOverMax) {
      const moves = plan.moves.slice(at, at + LIMITS.handOverMax);
      const done = await handOver.mutateAsync({ id: person.id, moves });
      left.push(
        ...done.left.map((one) => ({
          ...one,
          kind: kinds.get(one.key ?? '') ?? 'task',
          to: heirs.get(one.key ?? '') ?? 0,
        })),
      );
    }
    for (const { kind, to } of plan.kinds) {
      const done = await handOver.mutateAsync({ id: person.id, kind, to_id: to });
      left.push(
        ...done.left
          .filter(({ key }) => !left.some((one) => one.key !== null && one.key === key))
          .map((one) => ({ ...one, kind, to })),
      );
    }
    setStays(left.filter(({ why }) => why !== 'gone'));
    setChosen({});
    setSingle({});
    // An item that the person does not hold any more needs no colleague.
    if (left.some(({ why }) => why !== 'gone')) return;
    if (leaving) await leave.mutateAsync({ id: person.id, version: person.version });
    toast.success(t(leaving ? 'organisation.leave.left' : 'organisation.leave.handedOver', { name: person.name }));
    onClose();
  };
  const submit = async () => {
    setBusy(true);
    setRefused(null);
    try {
      await run();
    } catch (error) {
      if (error instanceof CallError) setRefused(error.told ? null : error.msg);
      else showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      {...STILL}
      title={t(leaving ? 'organisation.leave.title' : 'organisation.leave.handOverTitle', { name: person.name })}
      width={680}
      style={{ maxWidth: '96%' }}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      closable={{ 'aria-label': t('common.close') }}
      onCancel={onClose}
      cancelText={t('common.cancel')}
      okText={verb(leaving, groups.some(mustMove) || hasChoice, t)}
      okButtonProps={{ danger: leaving, disabled: !isReady }}
      confirmLoading={busy}
      onOk={() => void submit()}
    >
      {refused !== null && (
        <p className="notice-line" role="alert">
          {refused}
        </p>
      )}
      {work.data === undefined && work.error === null && <SkeletonLines lines={3} />}
      {work.data === undefined && work.error !== null && (
        <FailedState error={work.error} onRetry={() => void work.refetch()} />
      )}
      {work.data !== undefined && (
        <>
          <p>{t(textOf(leaving, groups.length > 0))}</p>
          {groups.length > 0 && (
            <HandOverLines
              person={person}
              groups={groups}
              chosen={chosen}
              single={single}
              stays={stays}
              leaving={leaving}
              onChoose={(kind: WorkKind, to) => setChosen((before) => ({ ...before, [kind]: to }))}
              onChooseItem={(key, to) => setSingle((before) => ({ ...before, [key]: to }))}
            />
          )}
        </>
      )}
    </Modal>
  );
}

const verb = (leaving: boolean, hasWork: boolean, t: ReturnType<typeof useT>): string => {
  if (!leaving) return t('organisation.leave.handOver');
  return t(hasWork ? 'organisation.leave.handOverAndLeave' : 'organisation.leave.verb');
};

const textOf = (leaving: boolean, hasWork: boolean): TextKey => {
  if (leaving) return hasWork ? 'organisation.leave.textWork' : 'organisation.leave.text';
  return hasWork ? 'organisation.leave.handOverText' : 'organisation.leave.noWork';
};
