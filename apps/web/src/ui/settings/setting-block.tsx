import { useId, type ReactNode } from 'react';
import { useT } from '../../lib/i18n.ts';
import { Icon } from '../look/icon.tsx';
import type { BlockEdit } from './use-block.ts';

/**
 * Settings that are saved together: title, explanation, rows. The buttons show while something is unsaved. Enter in a
 * field saves.
 */
export function SettingBlock<T extends object>(props: {
  title: string;
  text: string;
  edit: BlockEdit<T>;
  /** Why the typed values cannot be saved. The save button is then locked. */
  problem?: string | null;
  children: ReactNode;
}) {
  const t = useT();
  const id = useId();
  const { edit, problem = null } = props;
  const { refusal } = edit;
  return (
    <section className="setting-block" aria-labelledby={id} data-dirty={edit.isDirty || undefined}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (edit.isDirty && problem === null && !edit.isBusy) void edit.save();
        }}
      >
        <header>
          <h2 id={id}>{props.title}</h2>
          <p>{props.text}</p>
        </header>
        <div className="setting-rows">{props.children}</div>
        {edit.isStale && (
          <div className="setting-stale" role="alert">
            <Icon name="warning" />
            <span>{t('settings.stale')}</span>
            <button type="button" className="button" onClick={edit.discard}>
              {t('settings.takeLatest')}
            </button>
            <button type="button" className="button" onClick={edit.keep}>
              {t('settings.keepMine')}
            </button>
          </div>
        )}
        {edit.isDirty && !edit.isStale && (
          <footer>
            <p role="alert">{problem ?? refusal?.msg}</p>
            <button type="button" className="button" disabled={edit.isBusy} onClick={edit.discard}>
              {t('settings.cancel')}
            </button>
            <button type="submit" className="button button-primary" disabled={edit.isBusy || problem !== null}>
              {t('settings.save')}
            </button>
          </footer>
        )}
      </form>
    </section>
  );
}

/** One setting: label and sentence at the left, control at the right. */
export function SettingRow(props: {
  label: string;
  text: string;
  /** The id of the control. The sentence then has the id `<control>-text`. Without it the row is a group. */
  control?: string;
  /** A further line below the control, such as who counts now. */
  note?: ReactNode;
  children: ReactNode;
}) {
  const own = useId();
  const id = props.control ?? own;
  return (
    <div
      className="setting-row"
      {...(props.control === undefined ? { role: 'group', 'aria-labelledby': `${id}-label` } : {})}
    >
      <div className="setting-words">
        {props.control === undefined ? (
          <span className="setting-label" id={`${id}-label`}>
            {props.label}
          </span>
        ) : (
          <label className="setting-label" htmlFor={props.control} id={`${id}-label`}>
            {props.label}
          </label>
        )}
        <p id={`${id}-text`}>{props.text}</p>
      </div>
      <div className="setting-control">
        {props.children}
        {props.note !== undefined && <p className="setting-note">{props.note}</p>}
      </div>
    </div>
  );
}
