import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { STAFF_PATH } from '../../features/organisation/addresses.ts';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/session/access.ts';
import { KeyCaps } from '../../ui/controls/key-caps.tsx';
import { Icon } from '../../ui/look/icon.tsx';
import { closeOverlay } from '../keys/overlay.ts';
import { useModal } from '../keys/use-modal.ts';
import { ROUTES } from '../routes.tsx';
import { rowsOf } from './found.ts';
import { optionId, PaletteRow } from './palette-row.tsx';
import { matchedGroups, opensNothing, plain, restingGroups, type Group, type Row } from './rows.ts';
import { useChoice } from './use-choice.ts';
import { useFind, type Finding } from './use-find.ts';
import { useSources } from './use-sources.ts';
import { useWord } from './use-word.ts';
import './palette.css';

const LIST = 'palette-list';

/** The box of Ctrl+K. It finds records, pages and actions from any page. */
export default function Palette() {
  const t = useT();
  const navigate = useNavigate();
  const { dialog, close } = useModal();
  const { word, input, field } = useWord();
  const finding = useFind(word);
  const groups = useGroups(word, finding);
  const rows = groups.flatMap((group) => group.rows);
  const isWaiting = word !== '' && !finding.isFresh && !finding.isFailed;

  const leave = () => {
    close();
    closeOverlay();
  };
  const open = (row: Row, inNewTab: boolean) => {
    if (opensNothing(row)) return;
    if (row.stays !== true) leave();
    if (row.to === undefined) row.run?.();
    else if (inNewTab) window.open(row.to, '_blank', 'noopener');
    else void navigate(row.to);
  };
  const choice = useChoice(
    rows,
    { word, isFresh: finding.isFresh, isWaiting },
    {
      onOpen: open,
      onShow: (row) => document.querySelector(`#${optionId(row)}`)?.scrollIntoView({ block: 'nearest' }),
    },
  );
  const { active } = choice;
  const isEmpty = rows.length === 0 && !isWaiting;
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t('palette.title')}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      // A press on the backdrop has the dialog itself as its target.
      onPointerDown={(event) => event.target === dialog.current && leave()}
    >
      <div className="palette-head">
        <Icon name="search" />
        <input
          {...field}
          ref={input}
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded={rows.length > 0}
          aria-controls={LIST}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active)}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('palette.placeholder')}
          onKeyDown={choice.onKey}
        />
        <button
          type="button"
          className="palette-close"
          tabIndex={-1}
          aria-label={t('palette.hints.close')}
          onClick={leave}
        >
          <KeyCaps keys="Escape" />
          <Icon name="close" className="icon-close" />
        </button>
        {isWaiting && <span className="palette-waiting" />}
      </div>
      <div
        className="palette-list"
        id={LIST}
        role="listbox"
        aria-label={t('palette.results')}
        aria-busy={isWaiting}
        hidden={rows.length === 0}
      >
        {groups.map((group) => (
          <Rows key={group.name} group={group} active={active} onPoint={choice.choose} onOpen={open} />
        ))}
      </div>
      {isEmpty && (
        <div className="palette-empty">
          <p>{t('palette.none', { word })}</p>
          <p>{t('palette.noneText')}</p>
        </div>
      )}
      <Hints />
      <p className="visually-hidden" role="status">
        {isWaiting
          ? t('palette.searching')
          : word === ''
            ? ''
            : isEmpty
              ? t('palette.none', { word })
              : t('palette.count', { n: rows.length })}
      </p>
    </dialog>
  );
}

function useGroups(word: string, { answer, isFresh, isFailed, retry }: Finding): readonly Group[] {
  const t = useT();
  const sources = useSources();
  const may = useMay();
  const mayOpenPeople = useMemo(() => {
    const access = ROUTES.find(({ path }) => path === STAFF_PATH)?.access;
    return access !== undefined && may(access);
  }, [may]);
  const found = useMemo(() => (answer === null ? null : rowsOf(answer, mayOpenPeople)), [answer, mayOpenPeople]);
  const groups = useMemo(
    () => (word === '' ? restingGroups(sources) : matchedGroups(word, sources, found, isFresh)),
    [word, sources, found, isFresh],
  );
  if (!isFailed) return groups;
  const failed = plain({ id: 'retry', name: t('palette.failed'), picture: 'refresh', run: retry, stays: true });
  return [...groups, { name: 'failed', rows: [failed] }];
}

function Rows(props: {
  group: Group;
  active: Row | undefined;
  onPoint: (row: Row) => void;
  onOpen: (row: Row, inNewTab: boolean) => void;
}) {
  const t = useT();
  const { name, rows } = props.group;
  const label = name === 'failed' ? null : t(`palette.groups.${name}`);
  return (
    <div className="palette-group" role="group" aria-label={label ?? undefined} data-group={name}>
      {label !== null && (
        <p className="palette-heading" aria-hidden="true">
          {label}
        </p>
      )}
      {rows.map((row) => (
        <PaletteRow
          key={row.id}
          row={row}
          isActive={row.id === props.active?.id}
          onPoint={() => props.onPoint(row)}
          onOpen={(inNewTab) => props.onOpen(row, inNewTab)}
        />
      ))}
    </div>
  );
}

/** The keys of the palette. Phones have none. */
function Hints() {
  const t = useT();
  return (
    <p className="palette-hints" aria-hidden="true">
      <span>
        <KeyCaps keys="ArrowUp ArrowDown" /> {t('palette.hints.move')}
      </span>
      <span>
        <KeyCaps keys="Enter" /> {t('palette.hints.open')}
      </span>
      <span>
        <KeyCaps keys="Ctrl+Enter" /> {t('palette.hints.newTab')}
      </span>
    </p>
  );
}
