import { useState } from 'react';
import { index as projectIndex } from '@prdm/contract/projects';
import { useApiQuery } from '../../../lib/api/queries.ts';
import { useT } from '../../../lib/i18n.ts';
import { useMe } from '../../../lib/session/access.ts';
import { Select } from '../../../ui/controls/select.tsx';
import { intoSight } from '../../../ui/into-sight.ts';
import { WhyAnswer } from '../../../ui/why/why-answer.tsx';
import { ASKED_ACTS } from './asked-acts.ts';

/** Why the person may or may not do an action. The fields show on request, because most readers want the record. */
export function PersonWhy({ id }: { id: number }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="person-why" aria-label={t('access.title')}>
      <button type="button" className="link-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('access.title')}
      </button>
      {isOpen && <Question id={id} />}
    </section>
  );
}

/** The question: an action and, where it takes place in one, a project. */
function Question({ id }: { id: number }) {
  const t = useT();
  const me = useMe();
  const [call, setCall] = useState<string | null>(null);
  const [project, setProject] = useState<number | null>(null);
  const act = ASKED_ACTS.find((one) => one.call === call);
  const { data: projects } = useApiQuery(projectIndex, { ispage: 'not' }, { enabled: act?.inProject === true });
  const isReady = act !== undefined && (act.inProject !== true || project !== null);
  return (
    <>
      <p className="person-nothing">{t('access.about')}</p>
      <div ref={intoSight} className="person-why-fields">
        <Select<string | null>
          aria-label={t('access.action')}
          placeholder={t('access.action')}
          value={call}
          onChange={setCall}
          options={ASKED_ACTS.map(({ call: value, label }) => ({ value, label: t(label) }))}
        />
        {act?.inProject === true && (
          <Select<number | null>
            aria-label={t('access.record')}
            placeholder={t('access.record')}
            showSearch={{ optionFilterProp: 'label' }}
            value={project}
            onChange={setProject}
            options={(projects?.list ?? []).map(({ id: value, name }) => ({ value, label: name }))}
          />
        )}
      </div>
      {isReady && (
        <WhyAnswer
          question={{
            call: act.call,
            subjects:
              act.inProject === true && project !== null ? [{ field: 'project_id', kind: 'project', id: project }] : [],
            ...(id === me.id ? {} : { userId: id }),
          }}
        />
      )}
    </>
  );
}
