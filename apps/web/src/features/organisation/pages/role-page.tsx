import { Checkbox, Input, Radio } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { LIMITS } from '@prdm/contract/limits';
import { MONEY_MODULES, type MoneyModule } from '@prdm/contract/kit/money';
import { ROLE_KINDS } from '@prdm/contract/nodes';
import { CONTENT_KEYS, ROLE_RANGES, roleAdd, type ContentKey } from '@prdm/contract/organisation/roles';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { isGone } from '../../../lib/api/queries.ts';
import { keyInData, standardName, useT, type Translate } from '../../../lib/i18n.ts';
import { Select } from '../../../ui/controls/select.tsx';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { FormPage } from '../../../ui/form/form-page.tsx';
import { Field } from '../../../ui/form/record-form.tsx';
import { typedLength } from '../../../ui/form/typed-length.ts';
import { AccessMatrix } from '../roles/access-matrix.tsx';
import { RolePreview } from '../roles/role-preview.tsx';
import { rightName, rolePath, ROLES_PATH } from '../roles/roles.logic.ts';
import { useAddRole, useCopyRole, useEditRole, useGrantable, useRole, type RoleInfo } from '../roles/roles.queries.ts';

/** The form of a role. Without an id it is empty. A role that the reader may not change shows its parts only. */
export default function RolePage() {
  const [address] = useSearchParams();
  const id = Number(address.get('id') ?? 0) || null;
  const { data, error, refetch } = useRole(id);
  useErrorPage(error);
  if (error !== null && (isGone(error) || !data)) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (id !== null && !data) return <SkeletonLines lines={8} />;
  return <RoleForm key={id} role={id === null ? null : (data ?? null)} />;
}

function RoleForm({ role }: { role: RoleInfo | null }) {
  const t = useT();
  const navigate = useNavigate();
  const [add, edit, copy] = [useAddRole(), useEditRole(), useCopyRole()];
  const why = role && role.can.edit !== true ? role.can.edit : null;
  const leave = () => void navigate(ROLES_PATH, { replace: true });
  const send = (values: Record<string, unknown>, version: number | undefined): Promise<unknown> =>
    role === null
      ? add.mutateAsync(values as never)
      : edit.mutateAsync({ ...values, id: role.id, version: version ?? 0 } as never);
  const initial = role
    ? {
        // The stored name. The translated one would rename a standard role for all readers.
        name: role.name,
        access: role.access,
        view_range: role.view_range,
        content_access: role.content_access,
        module_permission: role.module_permission,
      }
    : { kind: 'personnel', access: [], view_range: 'self', content_access: [], module_permission: {} };
  const parts = (readOnly: boolean) => (
    <>
      <h2 className="role-section">{t('roles.part.access')}</h2>
      <Field name="access" rules={[]}>
        <AccessMatrix roleId={role?.id ?? null} readOnly={readOnly} />
      </Field>
      {role?.kind !== 'project' && (
        <>
          <h2 className="role-section">{t('roles.part.view_range')}</h2>
          <Field name="view_range" label={t('roles.field.view_range')} extra={t('roles.rangeHint')}>
            <Radio.Group
              disabled={readOnly}
              options={ROLE_RANGES.map((value) => ({ value, label: rightName(t, 'view_range', value) }))}
            />
          </Field>
        </>
      )}
      <h2 className="role-section">{t('roles.part.content_access')}</h2>
      <Field name="content_access" rules={[]} extra={t('roles.contentHint')}>
        <ContentFields readOnly={readOnly} />
      </Field>
      <h2 className="role-section">{t('roles.part.module_permission')}</h2>
      <Field name="module_permission" rules={[]} extra={t('roles.levelHint')}>
        <LevelFields readOnly={readOnly} />
      </Field>
      <h2 className="role-section">{t('roles.part.data_board_access')}</h2>
      <p className="muted">{t('roles.noBoards')}</p>
    </>
  );
  return (
    <FormPage
      schema={roleAdd.input}
      initial={initial}
      version={role?.version}
      onSubmit={
        why === null
          ? send
          : async () => {
              const made = await copy.mutateAsync({ id: role?.id ?? 0 });
              void navigate(rolePath(made.id));
            }
      }
      onDone={why === null ? leave : undefined}
      onCancel={leave}
      beside={role !== null && why === null ? (form) => <RolePreview id={role.id} form={form} /> : undefined}
      submitLabel={t(why !== null ? 'roles.copy' : role === null ? 'roles.create' : 'common.save')}
    >
      <h1 className="page-title">
        {role === null
          ? t('roles.titles.add')
          : why === null
            ? t('roles.titles.edit')
            : standardName('roles', role.name)}
      </h1>
      {why !== null && (
        <p className="notice-line" data-kind="info">
          {t(keyInData(why))}
        </p>
      )}
      <Field name="name" label={t('roles.field.name')} extra={shownAs(t, role)}>
        <Input {...typedLength(LIMITS.roleNameMax)} disabled={why !== null} autoFocus={role === null} />
      </Field>
      {role === null && (
        <Field name="kind" label={t('roles.field.kind')} extra={t('roles.kindHint')}>
          <Radio.Group options={ROLE_KINDS.map((value) => ({ value, label: t(`organisation.roleKind.${value}`) }))} />
        </Field>
      )}
      {parts(why !== null)}
    </FormPage>
  );
}

/** The name of a standard role in the reader's language, if it differs from the stored one. */
function shownAs(t: Translate, role: RoleInfo | null): string | undefined {
  if (role === null) return undefined;
  const name = standardName('roles', role.name);
  return name === role.name ? undefined : t('roles.shownAs', { name });
}

/** The content of others that the role shows. Content that the reader may not see cannot be chosen. */
function ContentFields(props: { value?: ContentKey[]; onChange?: (keys: ContentKey[]) => void; readOnly: boolean }) {
  const t = useT();
  const may = new Map(useGrantable().data?.contents?.map((one) => [one.key, one.can]));
  return (
    <Checkbox.Group
      role="group"
      aria-label={t('roles.part.content_access')}
      value={props.value ?? []}
      options={CONTENT_KEYS.map((value) => ({
        value,
        label: rightName(t, 'content_access', value),
        disabled: props.readOnly || may.get(value) === false,
      }))}
      onChange={(keys) => props.onChange?.(CONTENT_KEYS.filter((key) => keys.includes(key)))}
    />
  );
}

type Levels = Partial<Record<MoneyModule, number>>;

/** The level of each module. Levels above the reader's own cannot be chosen. */
function LevelFields(props: { value?: Levels; onChange?: (levels: Levels) => void; readOnly: boolean }) {
  const t = useT();
  const most = new Map(useGrantable().data?.levels?.map((one) => [one.module, one.most]));
  return (
    <div className="role-levels">
      {MONEY_MODULES.map((module) => (
        <label key={module}>
          {rightName(t, 'module_permission', module)}
          <Select
            aria-label={rightName(t, 'module_permission', module)}
            disabled={props.readOnly}
            value={props.value?.[module] ?? 0}
            options={([0, 1, 2, 3] as const).map((level) => ({
              value: level,
              label: t(`roles.level.${level}`),
              disabled: level > (most.get(module) ?? 3),
            }))}
            onChange={(level: number) => props.onChange?.({ ...props.value, [module]: level })}
          />
        </label>
      ))}
    </div>
  );
}
