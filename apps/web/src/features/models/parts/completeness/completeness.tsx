import type { LeftOutReason } from '@prdm/contract/models';
import { number } from '../../../../lib/format.ts';
import { useT } from '../../../../lib/i18n.ts';
import { Icon } from '../../../../ui/look/icon.tsx';
import { Popup } from '../../../../ui/controls/popup.tsx';
import type { ModelInfo } from '../../models.queries.ts';
import { useClassName } from '../tree/use-class-name.ts';
import './completeness.css';

type ClassCount = ModelInfo['classes'][number];

/** Reasons that mean a component is missing. The other reasons are correct omissions. */
const MISSED: ReadonlySet<LeftOutReason> = new Set(['too_far', 'not_built', 'unread']);

const missedOf = ({ left }: ClassCount): number =>
  left.reduce((sum, { reason, count }) => sum + (MISSED.has(reason) ? count : 0), 0);

/**
 * Table of all classes in the file: number of components, number drawn, and the reasons for the rest. Absent without
 * counts.
 */
export function Completeness({ model }: { model: Pick<ModelInfo, 'classes'> }) {
  const t = useT();
  const nameOf = useClassName();
  const missed = model.classes.reduce((sum, row) => sum + missedOf(row), 0);
  if (model.classes.length === 0) return null;
  // Classes with missing components come first, because a long table would hide them.
  const rows = model.classes.toSorted((a, b) => Number(missedOf(b) > 0) - Number(missedOf(a) > 0));
  return (
    <Popup
      kind="dialog"
      align="left"
      className="model-completeness-button"
      label={t('viewer.completeness.title')}
      button={
        <>
          <Icon name={missed > 0 ? 'warning' : 'info'} size={14} /> {t('viewer.completeness.title')}
        </>
      }
    >
      {() => (
        <div className="model-completeness">
          <p>
            {missed > 0
              ? t('viewer.completeness.lost', { count: missed, n: number(missed) })
              : t('viewer.completeness.whole')}
          </p>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('viewer.completeness.class')}</th>
                <th scope="col">{t('viewer.completeness.total')}</th>
                <th scope="col">{t('viewer.completeness.drawn')}</th>
                <th scope="col">{t('viewer.completeness.left')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.name} data-missed={missedOf(row) > 0}>
                  <th scope="row" title={row.name}>
                    {nameOf(row.name)}
                  </th>
                  <td className="tabular">{number(row.total)}</td>
                  <td className="tabular">{number(row.drawn)}</td>
                  <td>
                    {row.left.map(({ reason, count, text }) => (
                      <span key={reason} className="model-completeness-reason">
                        <span className="tabular">{number(count)}</span> {text}
                      </span>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Popup>
  );
}
