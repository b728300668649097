import { Modal } from 'antd';
import { useState } from 'react';
import type { StaffRow } from '@prdm/contract/organisation';
import type { WorkKind } from '@prdm/contract/staff';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT, type TextKey } from '../../../lib/i18n.ts';
import { showFailure } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { heirsOf, mustMove, type Heirs, type Stays } from '../organisation.logic.ts';
import { useHandOver, useLeave, useOpenWork } from '../organisation.queries.ts';
import { HandOverLines } from './hand-over-lines.tsx';
import { STILL } from '../../../ui/still.ts';
import { useFocusBack } from '../../../ui/use-focus-back.ts';

/**
 * Hands a person's work to colleagues, one kind at a time. With `leaving` the person leaves afterwards. Work that a
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
  const [stays, setStays] = useState<readonly Stays[]>([]);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const open = work.data?.open ?? [];
  const heirs = heirsOf(open, chosen);
  const isReady =
    work.data !== undefined &&
    (leaving ? open.filter(mustMove).every(({ kind }) => heirs.some((one) => one.kind === kind)) : heirs.length > 0);

  const run = async () => {
    const left: Stays[] = [];
    for (const { kind, to } of heirs) {
      const done = await handOver.mutateAsync({ id: person.id, kind, to_id: to });
      left.push(...done.left.map((one) => ({ ...one, kind, to })));
    }
    setStays(left);
    setChosen({});
    if (left.length > 0) return;
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
      width={560}
      style={{ maxWidth: '96%' }}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      closable={{ 'aria-label': t('common.close') }}
      onCancel={onClose}
      cancelText={t('common.cancel')}
      okText={verb(leaving, open.some(mustMove) || heirs.length > 0, t)}
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
          <p>{t(textOf(leaving, open.length > 0))}</p>
          {open.length > 0 && (
            <HandOverLines
              person={person}
              open={open}
              chosen={chosen}
              stays={stays}
              leaving={leaving}
              onChoose={(kind: WorkKind, to) => setChosen((before) => ({ ...before, [kind]: to }))}
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
