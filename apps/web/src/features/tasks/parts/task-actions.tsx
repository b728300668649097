import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { translate, useT, keyInData, type Translate } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { MenuItem, Popup } from '../../../ui/controls/popup.tsx';
import { ACT, sheetPath } from '../addresses.ts';
import { actionsOf, asSeen } from '../tasks.logic.ts';
import {
  isAsking,
  isPlain,
  usePlainMove,
  type AskingMove,
  type PlainMove,
  type TaskCan,
  type TaskInfo,
} from '../tasks.queries.ts';
import { refusedOf, WhyBox } from '../../../ui/why/why-box.tsx';
import { TaskDialog } from './task-dialog.tsx';

/** The likely actions as buttons, rare ones in a menu. A refused action in the menu shows its reason. */
export function TaskActions({ task, onDeleted }: { task: TaskInfo; onDeleted: () => void }) {
  const t = useT();
  const [address, setAddress] = useSearchParams();
  const [chosen, setAsking] = useState<AskingMove | null>(null);
  const [asksWhy, setAsksWhy] = useState(false);
  const { buttons, menu } = actionsOf(task.can, task.is_long_term);
  const isSubmitting = address.get(ACT) === 'submit' && buttons.some(({ action }) => action === 'submit');
  const asking = chosen ?? (isSubmitting ? 'submit' : null);
  const close = () => {
    setAsking(null);
    if (!address.has(ACT)) return;
    const rest = new URLSearchParams(address);
    rest.delete(ACT);
    setAddress(rest, { replace: true });
  };
  const refused = refusedOf(menu.flatMap((can) => (can.allowed ? [] : [refusedAct(t, task, can)])));
  // Without other buttons, the menu button needs a text beside its three dots.
  const isBare = buttons.length === 0;
  return (
    <div className="task-actions">
      {buttons.map(({ action }, index) =>
        isPlain(action) ? (
          <PlainButton key={action} task={task} action={action} primary={index === 0} />
        ) : (
          isAsking(action) && (
            <button
              key={action}
              type="button"
              className={index === 0 ? 'button button-primary' : 'button'}
              onClick={() => setAsking(action)}
            >
              {t(`tasks.action.${action}`)}
            </button>
          )
        ),
      )}
      <span className="task-actions-rest">
        <Popup
          kind="menu"
          align="right"
          label={t('tasks.action.more')}
          className={isBare ? 'button' : 'icon-button'}
          button={
            <>
              <Icon name="more" />
              {isBare && t('tasks.action.more')}
            </>
          }
        >
          {({ close }) => (
            <>
              <Print task={task} close={close} />
              {menu.map((can) => (
                <Rare key={can.action} task={task} can={can} close={close} onAsk={setAsking} onDeleted={onDeleted} />
              ))}
              {refused.length > 0 && (
                <MenuItem
                  onSelect={() => {
                    close();
                    setAsksWhy(true);
                  }}
                >
                  {t('access.whyNot')}
                </MenuItem>
              )}
            </>
          )}
        </Popup>
      </span>
      {asksWhy && <WhyBox acts={refused} onClose={() => setAsksWhy(false)} />}
      {asking !== null && <TaskDialog task={task} action={asking} onClose={close} />}
    </div>
  );
}

/** A refused action with its call. A subtask is a new task below this one. */
const refusedAct = (t: Translate, { id }: TaskInfo, { action, why }: TaskCan) => ({
  key: action,
  label: t(`tasks.action.${action}`),
  why: why === null ? '' : t(keyInData(why)),
  asked: {
    call: action === 'addChild' ? 'task/add' : `task/${action}`,
    subjects: [{ field: action === 'addChild' ? 'parent_id' : 'id', kind: 'task' as const, id }],
  },
});

/** Opens the sheet in a tab of its own, where the browser prints it. Every reader may print. */
function Print({ task, close }: { task: TaskInfo; close: () => void }) {
  const t = useT();
  return (
    <a
      className="menu-item"
      role="menuitem"
      href={sheetPath(task)}
      target="_blank"
      rel="noopener noreferrer"
      onClick={close}
    >
      <span className="menu-item-icon">
        <Icon name="print" />
      </span>{' '}
      {t('print.action')}
    </a>
  );
}

/** The mutation reports its failure itself. */
const ignore = () => undefined;

/** A reminder changes nothing on the page, so a toast confirms it. */
function showDone(action: PlainMove): void {
  if (action === 'remind') toast.success(translate('tasks.drawer.reminded'));
}

function PlainButton({ task, action, primary }: { task: TaskInfo; action: PlainMove; primary: boolean }) {
  const t = useT();
  const move = usePlainMove(action);
  return (
    <button
      type="button"
      className={primary ? 'button button-primary' : 'button'}
      disabled={move.isPending}
      // The answer may remove this button, and a callback of `mutate` would then not run.
      onClick={() => void move.mutateAsync(asSeen(task)).then(() => showDone(action), ignore)}
    >
      {t(`tasks.action.${action}`)}
    </button>
  );
}

function Rare(props: {
  task: TaskInfo;
  can: TaskCan;
  close: () => void;
  onAsk: (action: AskingMove) => void;
  onDeleted: () => void;
}) {
  const t = useT();
  const { task, close } = props;
  const { action, allowed, why } = props.can;
  const longTerm = usePlainMove('longTerm');
  const del = usePlainMove('del');
  if (!allowed) {
    return (
      <span
        className="menu-item"
        role="menuitem"
        aria-disabled="true"
        title={why === null ? undefined : t(keyInData(why))}
      >
        <span className="menu-item-icon" />
        <span>
          {t(`tasks.action.${action}`)}
          {why !== null && <small className="task-why">{t(keyInData(why))}</small>}
        </span>
      </span>
    );
  }
  if (action === 'edit' || action === 'addChild') {
    const extra = action === 'edit' ? `id=${task.id}` : `parent_id=${task.id}`;
    return (
      <Link
        className="menu-item"
        role="menuitem"
        to={`/file/task/addEdit?project_id=${task.project_id}&${extra}`}
        onClick={close}
      >
        <span className="menu-item-icon" /> {t(`tasks.action.${action}`)}
      </Link>
    );
  }
  const run = async () => {
    close();
    if (isAsking(action)) return props.onAsk(action);
    const wish = asSeen(task);
    if (action === 'longTerm') return longTerm.mutate(wish);
    const yes = await confirm({
      title: t('tasks.action.delTitle', { name: task.title }),
      verb: t('tasks.action.del'),
      danger: true,
    });
    if (yes) del.mutate(wish, { onSuccess: props.onDeleted });
  };
  return (
    <MenuItem danger={action === 'del'} onSelect={() => void run()}>
      {t(`tasks.action.${action}`)}
    </MenuItem>
  );
}
