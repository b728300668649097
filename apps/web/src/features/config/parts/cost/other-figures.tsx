import { BASE_TAXES } from '@prdm/contract/config/cost';
import { money } from '../../../../lib/format.ts';
import { useT } from '../../../../lib/i18n.ts';
import { Segments } from '../../../../ui/controls/segments.tsx';
import { FigureInput } from '../../../../ui/form/figure-input.tsx';
import { bpOf, isYuan, percentText, yuanText, type CostFigures } from '../../cost.logic.ts';

type Figure = 'fee' | 'advanceLimit' | 'contractThreshold';
const FIGURES: readonly Figure[] = ['fee', 'advanceLimit', 'contractThreshold'];

/** Management fee, tax base and the two amounts. Without `onChange` they are text. */
export function OtherFigures(props: {
  figures: CostFigures;
  before: CostFigures | null;
  refusal: { field: string; msg: string } | null;
  onChange: ((figures: CostFigures) => void) | null;
}) {
  const t = useT();
  const { figures, before, onChange, refusal } = props;
  const isGood = (name: Figure, text: string): boolean =>
    name === 'fee' ? text !== '' && bpOf(text) !== null : isYuan(text);
  const shown = (name: Figure, text: string): string => (name === 'fee' ? `${text}%` : money(text));
  const settled = (name: Figure, text: string): string =>
    name === 'fee' ? percentText(bpOf(text) ?? 0) : yuanText(text);
  return (
    <section className="cost-other" aria-label={t('cost.other')}>
      <h3>{t('cost.other')}</h3>
      <div className="cost-other-rows">
        {FIGURES.map((name) => (
          <div key={name} className="cost-other-row">
            <label htmlFor={onChange ? `cost-${name}` : undefined}>{t(`cost.${name}`)}</label>
            {onChange ? (
              <FigureInput
                id={`cost-${name}`}
                value={figures[name]}
                status={isGood(name, figures[name]) ? undefined : 'error'}
                suffix={name === 'fee' ? '%' : undefined}
                prefix={name === 'fee' ? undefined : '¥'}
                aria-describedby={`cost-${name}-text`}
                onChange={(text) => onChange({ ...figures, [name]: text })}
                onBlur={() => {
                  if (isGood(name, figures[name])) onChange({ ...figures, [name]: settled(name, figures[name]) });
                }}
              />
            ) : (
              <span className="cost-figure">{shown(name, figures[name])}</span>
            )}
            <small id={`cost-${name}-text`} data-bad={(onChange && !isGood(name, figures[name])) || undefined}>
              {refusal?.field === FIELD[name]
                ? refusal.msg
                : isGood(name, figures[name])
                  ? t(`cost.${name}Hint`)
                  : t(name === 'fee' ? 'cost.badRatio' : 'cost.amount')}
            </small>
            {before && before[name] !== figures[name] && (
              <small className="cost-was">
                {t('cost.before')} {shown(name, before[name])}
              </small>
            )}
          </div>
        ))}
        <div className="cost-other-row">
          <span>{t('cost.baseTax')}</span>
          {onChange ? (
            <Segments
              label={t('cost.baseTax')}
              value={figures.baseTax}
              options={BASE_TAXES.map((value) => ({ value, label: t(`cost.baseTaxes.${value}`) }))}
              onChange={(baseTax) => onChange({ ...figures, baseTax })}
            />
          ) : (
            <span className="cost-figure">{t(`cost.baseTaxes.${figures.baseTax}`)}</span>
          )}
          <small>{t('cost.baseTaxHint')}</small>
          {before && before.baseTax !== figures.baseTax && (
            <small className="cost-was">
              {t('cost.before')} {t(`cost.baseTaxes.${before.baseTax}`)}
            </small>
          )}
        </div>
      </div>
    </section>
  );
}

const FIELD: Record<Figure, string> = {
  fee: 'fee_bp',
  advanceLimit: 'advance_limit',
  contractThreshold: 'contract_threshold',
};
