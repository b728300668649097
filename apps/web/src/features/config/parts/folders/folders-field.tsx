import { Input } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { STANDARD_FOLDERS } from '@prdm/contract/files/standard-folders';
import { LIMITS } from '@prdm/contract/limits';
import { useT } from '../../../../lib/i18n.ts';
import type { PickerProps } from '../../../../ui/form/fields.tsx';
import { typedLength } from '../../../../ui/form/typed-length.ts';
import { Icon, type IconName } from '../../../../ui/look/icon.tsx';
import { moved, repeated, shifted, withNew, without, type TemplateFolder } from './folder-lines.ts';
import { GrantsField, useRoleNames, useStandardGrants, type Grant } from './grants-field.tsx';
import './folders.css';

/** The rights in all folders of the project. */
export function RootGrantsField<Row>({ value, onChange }: PickerProps<unknown, Row>) {
  const t = useT();
  const grants = (value as Grant[] | undefined) ?? [];
  const standard = useStandardGrants();
  return (
    <>
      <GrantsField label={t('entities.field.grants')} value={grants} onChange={(given) => onChange?.(given)} />
      {grants.length === 0 && standard !== undefined && (
        <button type="button" className="button" onClick={() => onChange?.(standard)}>
          {t('folders.standardGrants')}
        </button>
      )}
    </>
  );
}

/**
 * The tree of a folder template: one line for each folder. Enter adds a folder below, Alt with an arrow moves it or changes
 * its level. The count of roles opens their rights.
 */
export function FoldersField<Row>({ value, onChange }: PickerProps<unknown, Row>) {
  const t = useT();
  const names = useRoleNames();
  const lines = (value as TemplateFolder[] | undefined) ?? [];
  const [open, setOpen] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const [wanted, setWanted] = useState<{ readonly at: number; readonly lines: TemplateFolder[] } | null>(null);
  const twice = repeated(lines);
  // A moved or new line takes the focus when the form has drawn it.
  useEffect(() => {
    if (wanted === null || value !== wanted.lines) return;
    list.current?.querySelectorAll<HTMLInputElement>('.folder-line input')[wanted.at]?.focus();
  }, [wanted, value]);

  const put = (changed: readonly TemplateFolder[], at?: number): void => {
    const next = [...changed];
    onChange?.(next);
    if (at === undefined) return;
    setOpen((before) => (before === null ? null : at));
    setWanted({ at, lines: next });
  };
  const change = (at: number, line: Partial<TemplateFolder>): void =>
    put(lines.map((one, index) => (index === at ? { ...one, ...line } : one)));
  const standardLines = (): TemplateFolder[] =>
    STANDARD_FOLDERS.map((key) => ({ name: t(`files.standard.${key}`), depth: 0, grants: [] }));
  const add = (at: number): void => {
    const next = withNew(lines, at);
    setOpen(null);
    put(next.lines, next.at);
  };
  const shift = (at: number, by: 1 | -1): void => {
    const next = shifted(lines, at, by);
    if (next !== null) put(next, at);
  };
  const move = (at: number, by: 1 | -1): void => {
    const next = moved(lines, at, by);
    if (next !== null) put(next.lines, next.at);
  };
  const onKeyDown = (event: KeyboardEvent, at: number): void => {
    const act = {
      Enter: event.altKey ? undefined : () => add(at),
      ArrowUp: event.altKey ? () => move(at, -1) : undefined,
      ArrowDown: event.altKey ? () => move(at, 1) : undefined,
      ArrowLeft: event.altKey ? () => shift(at, -1) : undefined,
      ArrowRight: event.altKey ? () => shift(at, 1) : undefined,
    }[event.key];
    if (act === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };

  return (
    <div className="folder-lines">
      <ol ref={list}>
        {lines.map((line, at) => {
          const name = line.name.trim() === '' ? t('folders.unnamed', { n: at + 1 }) : line.name;
          const icon = (key: 'out' | 'in' | 'up' | 'down', picture: IconName, act: () => void, isPossible: boolean) => (
            <button
              type="button"
              className="icon-button"
              aria-label={t(`folders.${key}`, { name })}
              title={t(`folders.${key}Hint`)}
              disabled={!isPossible}
              onClick={act}
            >
              <Icon name={picture} />
            </button>
          );
          return (
            // oxlint-disable-next-line react/no-array-index-key -- A line has no id of its own, and names may be equal.
            <li key={at} style={{ paddingInlineStart: line.depth * 20 }}>
              <div className="folder-line">
                <Icon name="folder" />
                <Input
                  {...typedLength(LIMITS.nameMax)}
                  className="folder-name"
                  aria-label={t('folders.nameOf', { n: at + 1 })}
                  value={line.name}
                  status={twice.has(at) ? 'error' : undefined}
                  autoComplete="off"
                  onChange={({ target }) => change(at, { name: target.value })}
                  onKeyDown={(event) => onKeyDown(event, at)}
                />
                <button
                  type="button"
                  className="link-button folder-roles"
                  aria-expanded={open === at}
                  onClick={() => setOpen(open === at ? null : at)}
                >
                  {line.grants.length === 0 ? t('folders.inherits') : t('folders.roles', { count: line.grants.length })}
                </button>
                <span className="folder-acts">
                  {icon('out', 'left', () => shift(at, -1), shifted(lines, at, -1) !== null)}
                  {icon('in', 'right', () => shift(at, 1), shifted(lines, at, 1) !== null)}
                  {icon('up', 'up', () => move(at, -1), moved(lines, at, -1) !== null)}
                  {icon('down', 'down', () => move(at, 1), moved(lines, at, 1) !== null)}
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={t('folders.remove', { name })}
                    title={t('folders.removeHint')}
                    onClick={() => put(without(lines, at))}
                  >
                    <Icon name="trash" />
                  </button>
                </span>
              </div>
              {twice.has(at) && (
                <p className="folder-problem" role="alert">
                  {t('validation.sameName')}
                </p>
              )}
              {open === at && (
                <GrantsField
                  label={t('folders.rightsIn', { name })}
                  value={line.grants}
                  onChange={(grants) => change(at, { grants })}
                />
              )}
              {open !== at && line.grants.length > 0 && (
                <p className="folder-summary">
                  {line.grants.map(({ role_id }) => names?.get(role_id) ?? '…').join(t('records.and'))}
                </p>
              )}
            </li>
          );
        })}
      </ol>
      <button type="button" className="button" onClick={() => add(-1)}>
        {t('folders.add')}
      </button>
      {lines.length === 0 && (
        <button type="button" className="button" onClick={() => put(standardLines())}>
          {t('folders.standardFolders')}
        </button>
      )}
    </div>
  );
}
