import { useId, useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useT } from '../../../../lib/i18n.ts';
import { plainFigure } from '../../../../ui/form/figure-input.tsx';
import { Icon } from '../../../../ui/look/icon.tsx';
import { bpOf, columnOf, percentText, restFor, sumOf, type EntryName } from '../../cost.logic.ts';

type Shares = Readonly<Record<string, string>>;

/**
 * Ratios of one level with a live sum. Enter and the arrow keys move between rows, and a column can be pasted. Without
 * `onChange` it shows the entries that have a share.
 */
export function RatioTable(props: {
  title: string;
  text: string;
  rows: readonly EntryName[];
  shares: Shares;
  /** Shares of the version before, for comparison. */
  before: Shares | null;
  /** A refusal of the server. */
  refusal: string | null;
  onChange: ((shares: Shares) => void) | null;
}) {
  const t = useT();
  const id = useId();
  const body = useRef<HTMLTableSectionElement>(null);
  const { shares, before, onChange } = props;
  const rows = props.rows.filter(
    ({ key, enabled }) => (onChange !== null && enabled) || hasShare(shares, key) || (before && hasShare(before, key)),
  );
  const sum = sumOf(shares);
  const focusRow = (at: number): void => {
    const input = body.current?.querySelectorAll('input')[at];
    input?.focus();
    input?.select();
  };
  const onKey = (event: KeyboardEvent, at: number): void => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey) ? -1 : 1;
    if (!['Enter', 'ArrowDown', 'ArrowUp'].includes(event.key)) return;
    event.preventDefault();
    focusRow(at + step);
  };
  const onPaste = (event: ClipboardEvent, at: number): void => {
    const column = columnOf(event.clipboardData.getData('text/plain'));
    if (column === null || onChange === null) return;
    event.preventDefault();
    const typed = rows.slice(at).flatMap(({ key }, n) => {
      const text = column[n];
      return text === undefined ? [] : [[key, plainFigure(text)] as const];
    });
    onChange({ ...shares, ...Object.fromEntries(typed) });
  };
  return (
    <section className="cost-level" aria-labelledby={id}>
      <header>
        <h3 id={id}>{props.title}</h3>
        <p>{props.text}</p>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('cost.entry')}</th>
            {before && (
              <th scope="col" className="figure">
                {t('cost.before')}
              </th>
            )}
            <th scope="col" className="figure">
              {t('cost.ratio')}
            </th>
            {onChange && <th scope="col" aria-label={t('cost.put')} />}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map(({ key, name, enabled }, at) => {
            const text = shares[key] ?? '';
            const rest = onChange === null ? null : restFor(shares, key);
            const isBad = bpOf(text) === null;
            return (
              <tr key={key}>
                <th scope="row">
                  <span className="cost-entry">
                    {name}
                    {!enabled && <small>{t('cost.entryDisabled')}</small>}
                  </span>
                </th>
                {before && <BeforeCell before={before[key] ?? ''} now={text} />}
                <td className="figure">
                  {onChange === null ? (
                    `${text === '' ? '0.00' : text}%`
                  ) : (
                    <span className="cost-input" data-bad={isBad || undefined}>
                      <input
                        inputMode="decimal"
                        autoComplete="off"
                        value={text}
                        aria-label={t('cost.ratioOf', { name })}
                        aria-invalid={isBad}
                        title={isBad ? t('cost.badRatio') : undefined}
                        onKeyDown={(event) => onKey(event, at)}
                        onPaste={(event) => onPaste(event, at)}
                        onFocus={(event) => event.target.select()}
                        onChange={(event) =>
                          onChange({
                            ...shares,
                            [key]: isComposing(event) ? event.target.value : plainFigure(event.target.value),
                          })
                        }
                        onBlur={() => {
                          const bp = bpOf(text);
                          if (text !== '' && bp !== null)
                            onChange({ ...shares, [key]: bp === 0 ? '' : percentText(bp) });
                        }}
                      />
                      %
                    </span>
                  )}
                </td>
                {onChange && (
                  <td className="cost-put">
                    {rest !== null && (
                      <button
                        type="button"
                        className="button button-quiet"
                        aria-label={t('cost.putHere', { diff: signed(sum.missing), name })}
                        title={t('cost.putHere', { diff: signed(sum.missing), name })}
                        onClick={() => onChange({ ...shares, [key]: rest })}
                      >
                        {t('cost.put')}
                      </button>
                    )}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('cost.total')}</th>
            {before && <td className="figure">{percentText(sumOf(before).sum)}%</td>}
            <td className="figure cost-sum" data-whole={sum.isWhole} aria-live="polite">
              {sum.isWhole && <Icon name="check" />}
              {percentText(sum.sum)}%
            </td>
            {onChange && <td />}
          </tr>
        </tfoot>
      </table>
      <p className="cost-sum-text" role="status">
        {props.refusal ??
          (sum.isBad
            ? t('cost.badRatio')
            : sum.missing === 0
              ? ''
              : t(sum.missing > 0 ? 'cost.short' : 'cost.over', { diff: percentText(sum.missing) }))}
      </p>
    </section>
  );
}

const hasShare = (shares: Shares, key: string): boolean => bpOf(shares[key] ?? '') !== 0;
const signed = (bp: number): string => `${bp > 0 ? '+' : '-'}${percentText(bp)}`;
const isComposing = ({ nativeEvent }: { nativeEvent: Event }): boolean =>
  'isComposing' in nativeEvent && nativeEvent.isComposing === true;

/** The former share, marked when it differs. */
function BeforeCell({ before, now }: { before: string; now: string }) {
  const isSame = bpOf(before) === bpOf(now);
  return (
    <td className="figure cost-before" data-changed={!isSame || undefined}>
      {before === '' && isSame ? '' : `${before === '' ? '0.00' : before}%`}
    </td>
  );
}
