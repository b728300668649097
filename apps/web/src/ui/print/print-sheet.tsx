import { useMemo, type ReactNode } from 'react';
import { useT } from '../../lib/i18n.ts';
import { Icon } from '../look/icon.tsx';
import { pageRules } from './page-rules.ts';
import './print-sheet.css';

/**
 * A record on A4 paper: black on white, in every theme, without the shell. Each page has the enterprise and the title
 * at its head and "page x of y" at its foot; the browser counts the pages. On the screen the sheet has a print button.
 */
export function PrintSheet(props: {
  readonly enterprise: string;
  /** The kind of sheet, for example 任务单. */
  readonly title: string;
  /** The record, for example the title of the task. */
  readonly name: string;
  /** For wide tables. */
  readonly isLandscape?: boolean;
  readonly children: ReactNode;
}) {
  const t = useT();
  const { enterprise, title, name, isLandscape = false } = props;
  const rules = useMemo(
    () =>
      pageRules({
        left: enterprise,
        right: `${title} · ${name}`,
        foot: t('print.page', { page: '{page}', pages: '{pages}' }),
        isLandscape,
      }),
    [enterprise, title, name, isLandscape, t],
  );
  return (
    <main className="print-view" data-landscape={isLandscape}>
      <style>{rules}</style>
      <div className="print-bar">
        <button type="button" className="button button-primary" onClick={() => window.print()}>
          <Icon name="print" /> {t('print.print')}
        </button>
        <span>{t('print.hint')}</span>
      </div>
      <article className="print-sheet" lang={document.documentElement.lang}>
        <header className="print-head">
          <p>{enterprise}</p>
          <h1>{title}</h1>
        </header>
        {props.children}
      </article>
    </main>
  );
}

/** A part of the sheet with its heading. */
export function PrintPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="print-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface Fact {
  readonly name: string;
  readonly value: ReactNode;
  /** Takes both columns. */
  readonly isWide?: boolean;
}

/** Names and values in two columns. Empty values keep their place, so that they can be filled in by hand. */
export function PrintFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="print-facts">
      {facts.map(({ name, value, isWide }) => (
        <div key={name} className={isWide === true ? 'print-wide' : undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Column {
  readonly title: string;
  readonly width?: string;
  /** Date and time on one line. */
  readonly isTime?: boolean;
}

/** A table whose head is repeated on each page. No row is divided between two pages. */
export function PrintTable(props: {
  readonly columns: readonly Column[];
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly ReactNode[] }[];
  readonly none: string;
}) {
  if (props.rows.length === 0) return <p className="print-none">{props.none}</p>;
  return (
    <div className="print-scroll">
      <table className="print-table">
        <colgroup>
          {props.columns.map(({ title, width }) => (
            <col key={title} style={width === undefined ? undefined : { width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {props.columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td
                  key={props.columns[index]?.title ?? index}
                  className={props.columns[index]?.isTime === true ? 'print-time' : undefined}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Boxes for signatures by hand, one for each duty. */
export function PrintSignatures({ duties }: { duties: readonly { readonly duty: string; readonly name: string }[] }) {
  const t = useT();
  return (
    <div className="print-signatures">
      {duties.map(({ duty, name }, index) => (
        <div key={`${duty}${index}`}>
          <strong>{duty}</strong>
          <span>{name}</span>
          <em>{t('print.signature')}</em>
          <em>{t('print.date')}</em>
        </div>
      ))}
    </div>
  );
}
