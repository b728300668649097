import { Link } from 'react-router';
import { companies } from '@prdm/contract/config/dictionaries';
import { fileSize, number } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { useMay } from '../../../lib/session/access.ts';
import type { EnterpriseInfo } from './enterprise.queries.ts';

/** The limits and the use of them, and the way to the legal entities. Nothing here is typed. */
export function UseBlock({ info }: { info: EnterpriseInfo }) {
  const t = useT();
  const may = useMay();
  return (
    <section className="setting-block" aria-labelledby="enterprise-use">
      <header className="enterprise-use-head">
        <h2 id="enterprise-use">{t('enterprise.use.title')}</h2>
        <p>{t('enterprise.use.text')}</p>
      </header>
      <dl className="enterprise-use">
        <Used
          label={t('enterprise.use.members')}
          text={t('enterprise.use.membersText')}
          used={info.members}
          limit={info.member_limit}
        />
        <Used
          label={t('enterprise.use.projects')}
          text={t('enterprise.use.projectsText')}
          used={info.projects}
          limit={info.project_limit}
        />
        <div>
          <dt>{t('enterprise.use.storage')}</dt>
          <dd className="tabular">{fileSize(info.storage_bytes)}</dd>
          <dd className="enterprise-use-text">{t('enterprise.use.storageText')}</dd>
        </div>
      </dl>
      {may(companies.edit) && (
        <p className="enterprise-companies">
          {t('enterprise.companies')}
          <Link to="/company/cfgdata?dictionary=company">{t('enterprise.companiesLink')}</Link>
        </p>
      )}
    </section>
  );
}

function Used({ label, text, used, limit }: { label: string; text: string; used: number; limit: number }) {
  const t = useT();
  const isFull = used >= limit;
  const share = limit === 0 ? 100 : Math.min(100, (used / limit) * 100);
  return (
    <div data-full={isFull || undefined}>
      <dt>{label}</dt>
      <dd className="tabular">{t('enterprise.use.of', { used: number(used), limit: number(limit) })}</dd>
      <dd className="enterprise-use-text">
        <span className="enterprise-use-bar" aria-hidden="true">
          <span style={{ width: `${share}%` }} />
        </span>
        {isFull ? t('enterprise.use.full') : text}
      </dd>
    </div>
  );
}
