import { STANDARD_GRANTS } from '@prdm/contract/files/standard-folders';
import { roles } from '@prdm/contract/projects';
import { FOLDER_RIGHTS, type FolderRight } from '@prdm/contract/status';
import { useApiQuery } from '../../../../lib/api/queries.ts';
import { standardName, useT } from '../../../../lib/i18n.ts';
import { Select } from '../../../../ui/controls/select.tsx';
import { Icon } from '../../../../ui/look/icon.tsx';
import type { TemplateFolder } from './folder-lines.ts';

export type Grant = TemplateFolder['grants'][number];

/** Names of project roles by id, in the reader's language. */
export function useRoleNames(): ReadonlyMap<number, string> | undefined {
  const { data } = useApiQuery(roles, {}, { staleTime: 10 * 60_000 });
  return data && new Map(data.list.map(({ id, name }) => [id, standardName('roles', name)]));
}

/** The grants of a project without a template. Undefined until the roles are known. */
export function useStandardGrants(): Grant[] | undefined {
  const { data } = useApiQuery(roles, {}, { staleTime: 10 * 60_000 });
  return (
    data &&
    STANDARD_GRANTS.flatMap(([wanted, rights]) =>
      data.list.filter(({ key }) => key === wanted).map(({ id }) => ({ role_id: id, rights: [...rights] })),
    )
  );
}

interface Props {
  readonly value: readonly Grant[];
  readonly onChange: (value: Grant[]) => void;
  readonly label: string;
}

/** The rights of project roles in one folder: a line for each role. */
export function GrantsField({ value, onChange, label }: Props) {
  const t = useT();
  const names = useRoleNames();
  const put = (at: number, grant: Grant): void => onChange(value.map((one, index) => (index === at ? grant : one)));
  const taken = new Set(value.map(({ role_id }) => role_id));
  const options = [...(names ?? [])].map(([id, name]) => ({ value: id, label: name }));
  return (
    <div className="folder-grants" role="group" aria-label={label}>
      {value.map((grant, index) => (
        <div className="folder-grant" key={grant.role_id}>
          <span>{names?.get(grant.role_id) ?? '…'}</span>
          <Select<FolderRight[]>
            mode="multiple"
            aria-label={t('folders.rightsOf', { role: names?.get(grant.role_id) ?? '' })}
            value={[...grant.rights]}
            onChange={(rights) => put(index, { ...grant, rights })}
            options={FOLDER_RIGHTS.map((right) => ({ value: right, label: t(`files.rights.name.${right}`) }))}
            placeholder={t('folders.noRights')}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={t('folders.removeGrant', { role: names?.get(grant.role_id) ?? '' })}
            onClick={() => onChange(value.filter((_one, other) => other !== index))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <Select<number | null>
        aria-label={t('folders.addRole')}
        placeholder={t('folders.addRole')}
        value={null}
        options={options.filter((option) => !taken.has(option.value))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(id) => id !== null && onChange([...value, { role_id: id, rights: ['view', 'download'] }])}
      />
    </div>
  );
}
