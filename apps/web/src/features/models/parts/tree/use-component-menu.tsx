import { Dropdown, type MenuProps } from 'antd';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { useT } from '../../../../lib/i18n.ts';
import { Icon, type IconName } from '../../../../ui/look/icon.tsx';
import { ToolIcon, type ToolIconName } from '../tool-icon.tsx';
import { ACTION_KEYS, type ActionName, type ComponentActions } from './use-component-actions.ts';
import { STILL } from '../../../../ui/still.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
}

const WITH_SELECTION = [
  ['fit', 'hide', 'isolate', 'clear'],
  ['showAll'],
  ['copyGuid'],
  ['saveView', 'makeTask'],
] as const;
const WITHOUT = [['showAll'], ['saveView']] as const;

const ICONS: Readonly<Partial<Record<ActionName, ToolIconName>>> = {
  fit: 'fit',
  hide: 'hide',
  isolate: 'isolate',
  showAll: 'showAll',
  saveView: 'camera',
};
const PLAIN_ICONS: Readonly<Partial<Record<ActionName, IconName>>> = {
  copyGuid: 'copy',
  makeTask: 'task',
  clear: 'close',
};

/**
 * The menu of the selection, opened from the picture and from the tree.
 * @returns the menu, to be placed anywhere in the page, and a function that opens it at a position of the window
 */
export function useComponentMenu(actions: ComponentActions): { menu: ReactNode; openAt: (place: Place) => void } {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  const openAt = useCallback(({ x, y }: Place) => {
    opener.current = document.activeElement;
    area.current?.dispatchEvent(
      new window.MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: x, clientY: y }),
    );
  }, []);
  const onOpenChange = (open: boolean) => {
    setOpen(open);
    if (open) return;
    // The focus returns to the picture or the tree that opened the menu.
    if (opener.current instanceof HTMLElement && opener.current.isConnected)
      opener.current.focus({ preventScroll: true });
    opener.current = null;
  };
  const menu = (
    <Dropdown
      trigger={['contextMenu']}
      {...STILL}
      autoFocus
      destroyOnHidden
      open={isOpen}
      onOpenChange={onOpenChange}
      menu={{ ...menuOf(t, actions), onContextMenu: (event) => event.preventDefault() }}
    >
      <div ref={area} className="model-menu-area" />
    </Dropdown>
  );
  return { menu, openAt };
}

function menuOf(t: ReturnType<typeof useT>, actions: ComponentActions): MenuProps {
  const groups = actions.hide?.idle === null ? WITH_SELECTION : WITHOUT;
  const shown = groups
    .map((group) => group.filter((name) => actions[name] !== undefined))
    .filter((group) => group.length > 0);
  return {
    className: 'model-menu',
    items: shown.flatMap((group, at) => [
      ...(at > 0 ? [{ type: 'divider' as const, key: `line ${at}` }] : []),
      ...group.map((name) => ({
        key: name,
        label: t(`viewer.act.${name}`),
        icon: iconOf(name),
        extra: ACTION_KEYS[name],
        disabled: actions[name]?.idle !== null,
      })),
    ]),
    onClick: ({ key }) => actions[key as ActionName]?.run(),
  };
}

function iconOf(name: ActionName) {
  const [drawn, plain] = [ICONS[name], PLAIN_ICONS[name]];
  if (drawn !== undefined) return <ToolIcon name={drawn} />;
  return plain === undefined ? undefined : <Icon name={plain} />;
}
