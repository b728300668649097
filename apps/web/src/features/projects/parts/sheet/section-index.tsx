import { Form } from 'antd';
import { useEffect, useState } from 'react';
import { useT } from '../../../../lib/i18n.ts';
import { useWrongFields } from '../../../../ui/form/record-form.tsx';
import { TO_FIELD } from '../../../../ui/form/to-field.ts';
import { SECTION_NAMES, sectionId, wrongIn, type SectionName } from './sections.ts';

/** Index of the sections with the number of wrong fields. It leads to the first wrong field, else to the section. */
export function SectionIndex() {
  const t = useT();
  const form = Form.useFormInstance();
  const wrong = useWrongFields();
  const current = useSectionInView();
  const open = (section: SectionName) => {
    const [first] = wrongIn(section, wrong);
    if (first !== undefined) {
      form.scrollToField(first, TO_FIELD);
      return;
    }
    const place = document.getElementById(sectionId(section));
    place?.scrollIntoView({ block: 'start' });
    place?.focus({ preventScroll: true });
  };
  return (
    <nav className="sheet-index" aria-label={t('projects.sheet.sections')}>
      <ol>
        {SECTION_NAMES.map((section) => {
          const count = wrongIn(section, wrong).length;
          return (
            <li key={section}>
              <button
                type="button"
                aria-current={section === current ? 'location' : undefined}
                onClick={() => open(section)}
              >
                <span>{t(`projects.sheet.${section}`)}</span>
                {count > 0 && (
                  <span className="sheet-wrong">
                    <span aria-hidden="true">{count}</span>
                    <span className="visually-hidden">{t('projects.sheet.wrong', { count })}</span>
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** The topmost section that the reader sees. */
function useSectionInView(): SectionName {
  const [current, setCurrent] = useState<SectionName>('identity');
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return undefined;
    const seen = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id);
          else seen.delete(target.id);
        }
        const first = SECTION_NAMES.find((section) => seen.has(sectionId(section)));
        if (first !== undefined) setCurrent(first);
      },
      // A section that only ends at the upper edge does not count.
      { rootMargin: '-25% 0px 0px 0px' },
    );
    for (const section of SECTION_NAMES) {
      const place = document.getElementById(sectionId(section));
      if (place !== null) observer.observe(place);
    }
    return () => observer.disconnect();
  }, []);
  return current;
}
