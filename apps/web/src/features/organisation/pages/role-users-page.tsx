import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { standardName, useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { textColumn } from '../../../ui/crud/columns.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import { pageOfView, useListView } from '../../../ui/table/use-list-view.ts';
import { wordWidth } from '../../../ui/table/word-width.ts';
import { personPath } from '../addresses.ts';
import { StaffPicker } from '../parts/staff-picker.tsx';
import { useGiveRole, useRole, useRoleUsers, useTakeRole } from '../roles/roles.queries.ts';
import '../roles/roles.css';

/** The people with a role. An enterprise role is given and taken here, a project role in its project. */
export default function RoleUsersPage() {
  const t = useT();
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const id = Number(address.get('id') ?? 0);
  const view = useListView();
  const role = useRole(id);
  const query = useRoleUsers({ id, ...(view.word === '' ? {} : { word: view.word }), ...pageOfView(view) });
  useErrorPage(role.error ?? query.error);
  const [give, take] = [useGiveRole(), useTakeRole()];
  const [chosen, setChosen] = useState<number[]>([]);
  const mayGive = role.data?.can_give === true;
  const isProject = role.data?.kind === 'project';
  const add = async () => {
    const done = await give.mutateAsync({ id, user_ids: chosen }).catch(() => null); // the toast of the call shows the refusal
    if (!done) return;
    setChosen([]);
    toast.success(t('entities.members.added', { count: done.changed }));
  };
  const remove = async (userId: number, name: string) => {
    const done = await take.mutateAsync({ id, user_ids: [userId] }).catch(() => null);
    if (!done) return;
    toast.success(t('entities.members.removed', { name }), {
      label: t('common.undo'),
      run: () => give.mutate({ id, user_ids: [userId] }),
    });
  };
  const name = role.data ? standardName('roles', role.data.name) : '';
  return (
    <div className="list-page">
      <header className="role-users-head">
        <h1 className="page-title">{name === '' ? t('roles.titles.users') : t('roles.usersOf', { name })}</h1>
        {isProject && <p className="muted">{t('roles.givenInProjects')}</p>}
        {mayGive && (
          <div className="role-tools">
            <div style={{ flex: '0 1 360px' }}>
              <StaffPicker
                multiple
                aria-label={t('entities.members.add')}
                placeholder={t('entities.members.add')}
                value={chosen}
                onChange={setChosen}
              />
            </div>
            <button
              type="button"
              className="button button-primary"
              disabled={chosen.length === 0 || give.isPending}
              onClick={() => void add()}
            >
              {t('entities.members.addVerb')}
            </button>
          </div>
        )}
      </header>
      <PageTable
        id="role_users"
        label={t('roles.titles.users')}
        rowKey={(row) => row.id}
        columns={[
          {
            key: 'name',
            title: t('roles.field.person'),
            fixed: true,
            card: 'title',
            width: 200,
            render: (row) => row.name,
          },
          textColumn(t, 'department_name', 'roles.field.department'),
          textColumn(t, 'position_name', 'roles.field.position'),
          ...(isProject
            ? [
                {
                  key: 'projects',
                  title: t('roles.field.projects'),
                  card: 'line' as const,
                  render: (row: { projects: readonly { name: string }[] }) =>
                    row.projects.map((project) => project.name).join(t('records.and')),
                },
              ]
            : []),
          {
            key: 'acts',
            title: t('roles.field.actions'),
            fixed: 'right',
            align: 'right',
            width: wordWidth(64, 80),
            card: 'end',
            render: (row) => (
              <RowMenu
                name={row.name}
                acts={
                  mayGive
                    ? [
                        {
                          key: 'remove',
                          label: t('entities.members.remove', { name: row.name }),
                          icon: 'close',
                          run: () => remove(row.id, row.name),
                        },
                      ]
                    : []
                }
              />
            ),
          },
        ]}
        query={query}
        view={view}
        search={t('organisation.picker.search')}
        onOpen={(row) => void navigate(personPath(row.id))}
        empty={{ title: t('roles.nobody'), text: t('roles.nobodyText') }}
      />
    </div>
  );
}
