import { useState } from 'react';
import { userAuths } from '@prdm/contract/staff';
import { FOLDER_RIGHTS, type FolderRight } from '@prdm/contract/status';
import { useT } from '../../../../lib/i18n.ts';
import { useMay, useMe } from '../../../../lib/session/access.ts';
import { Select } from '../../../../ui/controls/select.tsx';
import { WhyAnswer } from '../../../../ui/why/why-answer.tsx';
import { StaffPicker } from '../../../organisation/index.ts';

/** A call that needs exactly this right in a folder. `view` stands for opening the folder. */
const CALL_OF: Readonly<Record<FolderRight, { readonly call: string; readonly field: string }>> = {
  view: { call: 'file/index', field: 'pid' },
  download: { call: 'file/copy', field: 'folder_ids.0' },
  create: { call: 'file/mkdir', field: 'pid' },
  edit: { call: 'file/rename', field: 'folder_id' },
  delete: { call: 'file/del', field: 'folder_ids.0' },
  authorize: { call: 'file/permissionList', field: 'folder_id' },
};

/** Why a person has or lacks a right in the folder. Readers without the right to see rights ask about themselves. */
export function RightsWhy({ projectId, folderId }: { projectId: number; folderId: number }) {
  const t = useT();
  const me = useMe();
  const mayAskOthers = useMay()(userAuths);
  const [person, setPerson] = useState<number | null>(mayAskOthers ? null : me.id);
  const [right, setRight] = useState<FolderRight | null>(null);
  return (
    <section className="rights-why" aria-label={t('access.title')}>
      <h3>{t('access.title')}</h3>
      <div className="rights-why-fields">
        {mayAskOthers && (
          <StaffPicker
            aria-label={t('access.person')}
            placeholder={t('access.person')}
            projectId={projectId}
            value={person}
            onChange={setPerson}
          />
        )}
        <Select<FolderRight | null>
          aria-label={t('access.action')}
          placeholder={t('access.action')}
          value={right}
          onChange={setRight}
          options={FOLDER_RIGHTS.map((value) => ({ value, label: t(`files.rights.name.${value}`) }))}
        />
      </div>
      {person !== null && right !== null && (
        <WhyAnswer
          question={{
            call: CALL_OF[right].call,
            subjects: [{ field: CALL_OF[right].field, kind: 'folder', id: folderId }],
            ...(person === me.id ? {} : { userId: person }),
          }}
        />
      )}
    </section>
  );
}
