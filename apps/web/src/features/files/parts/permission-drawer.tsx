import { useState } from 'react';
import { Link } from 'react-router';
import { CODES } from '@prdm/contract/codes';
import type { FolderRight } from '@prdm/contract/status';
import { CallError } from '../../../lib/call-error.ts';
import { useT } from '../../../lib/i18n.ts';
import { tellFailure } from '../../../lib/query-client.ts';
import { toast } from '../../../lib/toasts.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { PeoplePicker } from '../../../ui/people-picker.tsx';
import { RecordDrawer } from '../../../ui/record-drawer.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../../ui/states.tsx';
import { projectPath } from '../../projects/index.ts';
import { useFolderInfo, useMembers, usePermissions, usePermissionSet, type PermissionRow } from '../files.queries.ts';
import { changesIn, keyOf, toggled, type RightsChange } from './permission-rules.ts';
import { nameOf, PermissionTable } from './permission-table.tsx';
import './permission-drawer.css';

/** Who may do what in a folder, and below it: rows people and roles, columns the six rights. */
export function PermissionDrawer(props: { folderId: number; projectId: number; onClose: () => void }) {
  const t = useT();
  const { folderId, projectId } = props;
  const { data: folder } = useFolderInfo(projectId, folderId);
  const { data, error, refetch } = usePermissions(projectId, folderId);
  const [added, setAdded] = useState<readonly PermissionRow[]>([]);
  const [draft, setDraft] = useState<ReadonlyMap<string, readonly FolderRight[]>>(new Map());
  const rows = [...(data?.list ?? []), ...added.filter((row) => !data?.list.some((one) => keyOf(one) === keyOf(row)))];
  const changes = changesIn(rows, draft);
  const { save, isBusy } = useSaving(projectId, folderId, () => {
    setAdded([]);
    setDraft(new Map());
  });
  const set = (row: PermissionRow, rights: readonly FolderRight[]) =>
    setDraft((before) => new Map(before).set(keyOf(row), rights));
  const close = async () => {
    const isWanted =
      changes.length === 0 ||
      (await confirm({
        title: t('files.rights.dropTitle', { n: changes.length }),
        text: t('files.rights.dropText'),
        verb: t('files.rights.drop'),
        stay: t('files.rights.stay'),
        danger: true,
      }));
    if (isWanted) props.onClose();
  };
  const isTooEarly = error instanceof CallError && error.code === CODES.wrongState;
  return (
    <RecordDrawer
      id={folderId}
      label={t('files.rights.title')}
      title={t('files.rights.of', { name: folder?.name ?? '' })}
      onClose={() => void close()}
      footer={
        data && (
          <button
            type="button"
            className="button button-primary"
            disabled={changes.length === 0 || isBusy}
            onClick={() => void save(changes)}
          >
            {changes.length === 0 ? t('common.save') : t('files.rights.save', { n: changes.length })}
          </button>
        )
      }
    >
      {!data && error === null && <SkeletonLines lines={8} />}
      {!data && isTooEarly && (
        <EmptyState title={error.message}>
          <Link className="button" to={projectPath(projectId)}>
            {t('files.rights.toProject')}
          </Link>
        </EmptyState>
      )}
      {!data && error !== null && !isTooEarly && <FailedState error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <p className="rights-lead">{t('files.rights.lead')}</p>
          <PermissionTable
            rows={rows}
            own={data.own}
            rightsOf={(row) => draft.get(keyOf(row)) ?? row.rights}
            onToggle={(row, right) => set(row, toggled(row, draft.get(keyOf(row)) ?? row.rights, right, data.own))}
          />
          <AddPerson
            projectId={projectId}
            rows={rows}
            onAdd={(row) => {
              setAdded((before) => [...before, row]);
              if (data.own.includes('view')) set(row, ['view']);
            }}
          />
          <Preview changes={changes} />
        </>
      )}
    </RecordDrawer>
  );
}

/** One call for each person and role: what one call refuses does not undo the others, so the list is asked for again. */
function useSaving(projectId: number, folderId: number, onDone: () => void) {
  const t = useT();
  const set = usePermissionSet();
  const [isBusy, setBusy] = useState(false);
  const save = async (changes: readonly RightsChange[]): Promise<void> => {
    setBusy(true);
    try {
      for (const { row, rights } of changes) {
        const to = row.to_kind === 'person' ? { user_id: row.to_id } : { role_id: row.to_id };
        await set.mutateAsync({ project_id: projectId, folder_id: folderId, ...to, rights: [...rights] });
      }
      onDone();
      toast.success(t('common.saved'));
    } catch (error) {
      tellFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { save, isBusy };
}

/** A member of the project who has no row yet. */
function AddPerson(props: { projectId: number; rows: readonly PermissionRow[]; onAdd: (row: PermissionRow) => void }) {
  const t = useT();
  const { data } = useMembers(props.projectId, true);
  const listed = new Set(props.rows.map(keyOf));
  const people = (data?.list ?? [])
    .filter(({ user_id }) => !listed.has(keyOf({ to_kind: 'person', to_id: user_id })))
    .map((member) => ({ id: member.user_id, name: member.name, thumb: member.thumb, hint: member.position_name }));
  if (people.length === 0) return null;
  return (
    <div className="rights-add">
      <PeoplePicker
        // A chosen person becomes a row, and the field is empty again.
        key={props.rows.length}
        aria-label={t('files.rights.addPerson')}
        placeholder={t('files.rights.addPerson')}
        people={people}
        value={null}
        onChange={(id) => {
          const person = people.find((one) => one.id === id);
          if (!person) return;
          const { name } = person;
          props.onAdd({ to_kind: 'person', to_id: person.id, name, rights: [], set_here: [], inherited: [] });
        }}
      />
    </div>
  );
}

/** Who gains and who loses, before it is saved. */
function Preview({ changes }: { changes: readonly RightsChange[] }) {
  const t = useT();
  if (changes.length === 0) return null;
  const words = (rights: readonly FolderRight[]) => rights.map((right) => t(`files.rights.name.${right}`)).join(' / ');
  return (
    <section className="rights-preview" aria-label={t('files.rights.preview')}>
      <h3>{t('files.rights.preview')}</h3>
      <ul>
        {changes.map(({ row, gains, loses }) => (
          <li key={keyOf(row)}>
            <strong>{nameOf(row)}</strong>
            {gains.length > 0 && <span data-tone="green">+ {words(gains)}</span>}
            {loses.length > 0 && <span data-tone="red">− {words(loses)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
