import type { KeyboardEvent } from 'react';
import { OPINION_GRADES, type OpinionGrade } from '@prdm/contract/processes/opinions';
import { useT } from '../../../lib/i18n.ts';
import { GRADE_TONES, gradeOfKey } from '../opinions.logic.ts';

/** The three grades side by side. The keys 1, 2, 3 and the arrows choose one. */
export function GradeChoice({ value, onChange }: { value: OpinionGrade; onChange: (grade: OpinionGrade) => void }) {
  const t = useT();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const at = OPINION_GRADES.indexOf(value) + (step ?? 0);
    const chosen = step === undefined ? gradeOfKey(event.key) : OPINION_GRADES.at(at % OPINION_GRADES.length);
    if (chosen === null || chosen === undefined) return;
    event.preventDefault();
    onChange(chosen);
    event.currentTarget.querySelector<HTMLElement>(`[data-grade="${chosen}"]`)?.focus();
  };
  return (
    <div
      className="grade-choice"
      role="radiogroup"
      aria-label={t('opinion-pages.grade.label')}
      title={t('opinion-pages.gradeHint')}
      onKeyDown={onKeyDown}
    >
      {OPINION_GRADES.map((grade) => (
        <button
          key={grade}
          type="button"
          role="radio"
          data-grade={grade}
          data-tone={GRADE_TONES[grade]}
          aria-checked={grade === value}
          tabIndex={grade === value ? 0 : -1}
          onClick={() => onChange(grade)}
        >
          {t(`opinion-pages.grade.${grade}`)}
        </button>
      ))}
    </div>
  );
}
