import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { NavLink, useLocation } from 'react-router';
import syllables from 'virtual:pinyin';
import { LIMITS } from '@prdm/contract/limits';
import { isProjectHome, toggleSidebar, useAppState } from '../../lib/app-state.ts';
import { useMay } from '../../lib/session/access.ts';
import { useT } from '../../lib/i18n.ts';
import { inProject } from '../../lib/in-project.ts';
import { useProjectId } from '../../lib/project-id.ts';
import { Icon } from '../../ui/look/icon.tsx';
import type { Section } from '../routes.tsx';
import { markedPath, menuOf, sectionOf, type MenuGroup, type MenuItem, type MenuLeaf } from './menu-model.ts';
import { countOf, FILTER_FROM, filtered } from './menu-filter.ts';
import { MenuFilterField } from './menu-filter-field.tsx';
import './side-menu.css';

/** Side menu of a section: open, collapsed to icons, or a drawer over the page on a phone. */
export function SideMenu({ section }: { section: Section }) {
  const t = useT();
  const may = useMay();
  const { sidebarOpen, sidebarStill, device } = useAppState();
  const projectId = useProjectId();
  const { pathname } = useLocation();
  const context = { projectHome: isProjectHome() };
  const items = menuOf(section, { may, projectId, context });
  const collapsed = !sidebarOpen && device === 'desktop';
  const [word, setWord] = useState('');
  const hasFilter = section === 'company' && !collapsed && countOf(items) >= FILTER_FROM;
  const shown = hasFilter ? filtered(items, word, t, syllables) : items;
  const list = useRef<HTMLUListElement>(null);
  // A page can be open to readers who may open no entry of its section.
  if (items.length === 0) return null;
  return (
    <>
      {device === 'mobile' && (
        <button type="button" className="side-scrim" aria-label={t('shell.closeMenu')} onClick={toggleSidebar} />
      )}
      <nav
        className="side-menu"
        aria-label={t(`shell.sections.${section}`)}
        data-collapsed={collapsed}
        data-still={sidebarStill}
      >
        {hasFilter && (
          <MenuFilterField
            word={word}
            onWord={setWord}
            onDown={() => list.current?.querySelector<HTMLElement>('a')?.focus()}
            onEnter={() => list.current?.querySelector<HTMLElement>('a')?.click()}
          />
        )}
        {shown.length === 0 && <p className="side-none">{t('shell.menuFilter.none')}</p>}
        <ul ref={list} className="side-list">
          {shown.map((item) => (
            <MenuEntry
              key={item.kind === 'leaf' ? item.path : item.key}
              item={item}
              collapsed={collapsed}
              marked={markedPath(pathname, undefined, context)}
            />
          ))}
        </ul>
        {device === 'desktop' && (
          <button
            type="button"
            className="side-toggle"
            aria-expanded={sidebarOpen}
            aria-label={t(sidebarOpen ? 'shell.collapseMenu' : 'shell.expandMenu')}
            title={`${t(sidebarOpen ? 'shell.collapseMenu' : 'shell.expandMenu')}  [`}
            onClick={toggleSidebar}
          >
            <Icon name="sidebar" />
            {!collapsed && <span>{t('shell.collapseMenu')}</span>}
          </button>
        )}
      </nav>
    </>
  );
}

function MenuEntry(props: { item: MenuItem; collapsed: boolean; marked: string }) {
  if (props.item.kind === 'leaf')
    return <Leaf leaf={props.item} collapsed={props.collapsed} marked={props.marked} top />;
  return props.collapsed ? (
    <FlyOut group={props.item} marked={props.marked} />
  ) : (
    <Group group={props.item} marked={props.marked} />
  );
}

function Leaf({
  leaf,
  collapsed = false,
  marked,
  top = false,
}: {
  leaf: MenuLeaf;
  collapsed?: boolean;
  marked: string;
  top?: boolean;
}) {
  const t = useT();
  const { pathname } = useLocation();
  const projectId = useProjectId();
  const label = t(leaf.labelKey);
  return (
    <li>
      <NavLink
        to={sectionOf(pathname) === 'file' ? inProject(leaf.path, projectId) : leaf.path}
        className="side-entry"
        data-top={top}
        data-marked={marked === leaf.path}
        aria-current={marked === leaf.path ? 'page' : undefined}
        title={collapsed ? label : undefined}
      >
        {top && leaf.icon !== null && <Icon name={leaf.icon} />}
        <span className={collapsed ? 'visually-hidden' : 'ellipsis side-label'}>{label}</span>
      </NavLink>
    </li>
  );
}

function Group({ group, marked }: { group: MenuGroup; marked: string }) {
  const t = useT();
  const holdsMarked = group.children.some((child) => child.path === marked);
  const [open, setOpen] = useState(true);
  return (
    <li className="side-group">
      <button type="button" className="side-head" aria-expanded={open || holdsMarked} onClick={() => setOpen(!open)}>
        <Icon name={group.icon} />
        <span className="ellipsis side-label">{t(group.labelKey)}</span>
        <Icon name={open || holdsMarked ? 'down' : 'right'} size={12} />
      </button>
      {(open || holdsMarked) && (
        <ul className="side-children">
          {group.children.map((child) => (
            <Leaf key={child.path} leaf={child} marked={marked} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** A collapsed group opens beside its icon. Hover opens it after a delay; click and keyboard open it at once. */
function FlyOut({ group, marked }: { group: MenuGroup; marked: string }) {
  const t = useT();
  const [at, setAt] = useState<CSSProperties | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const head = useRef<HTMLButtonElement>(null);
  const later = (run: () => void) => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = setTimeout(run, LIMITS.menuShowTimeoutMs);
  };
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  const show = () => setAt({ top: head.current?.offsetTop ?? 0 });
  const label = t(group.labelKey);
  return (
    <li
      className="side-group"
      onPointerEnter={() => later(show)}
      onPointerLeave={() => later(() => setAt(null))}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setAt(null);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || at === null) return;
        setAt(null);
        head.current?.focus();
      }}
    >
      <button
        ref={head}
        type="button"
        className="side-head"
        aria-expanded={at !== null}
        aria-label={label}
        data-marked={group.children.some((child) => child.path === marked)}
        onClick={() => (at === null ? show() : setAt(null))}
      >
        <Icon name={group.icon} />
      </button>
      {at !== null && (
        <div className="side-flyout" style={at}>
          <p className="side-flyout-title">{label}</p>
          <ul>
            {group.children.map((child) => (
              <Leaf key={child.path} leaf={child} marked={marked} />
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}
