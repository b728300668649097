import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { CODES } from '@prdm/contract/codes';
import { CallError } from '../../../../lib/api/call-error.ts';
import { useT } from '../../../../lib/i18n.ts';
import { confirm } from '../../../../ui/feedback/confirm.tsx';
import { RecordDrawer } from '../../../../ui/records/record-drawer.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../../../ui/feedback/states.tsx';
import { StaffPicker } from '../../../organisation/index.ts';
import { projectPath } from '../../../projects/index.ts';
import { useFolderInfo, useMembers, usePermissions, type PermissionRow } from '../../files.queries.ts';
import { keyOf, toggled } from './permission-rules.ts';
import { PermissionTable } from './permission-table.tsx';
import { RightsPreview } from './rights-preview.tsx';
import { RightsWhy } from './rights-why.tsx';
import { useRightsDraft } from './use-rights-draft.ts';
import './permission-drawer.css';

/** Rights in a folder and below it. Rows are persons and roles, columns are the six rights. */
export function PermissionDrawer(props: { folderId: number; projectId: number; onClose: () => void }) {
  const t = useT();
  const { folderId, projectId } = props;
  const { data: folder } = useFolderInfo(projectId, folderId);
  const { data, error, refetch } = usePermissions(projectId, folderId);
  const [added, setAdded] = useState<readonly PermissionRow[]>([]);
  const rows = [...(data?.list ?? []), ...added.filter((row) => !data?.list.some((one) => keyOf(one) === keyOf(row)))];
  const { changes, rightsOf, set, save, isBusy, ...draft } = useRightsDraft(
    { projectId, folderId },
    rows,
    data?.own ?? [],
  );
  const close = async () => {
    const isWanted =
      changes.length === 0 ||
      (await confirm({
        title: t('files.rights.dropTitle', { count: changes.length }),
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
            onClick={() => void save()}
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
          {draft.clash !== null && <Clash text={draft.clash} takeLatest={draft.takeLatest} />}
          <PermissionTable
            rows={rows}
            own={data.own}
            rightsOf={rightsOf}
            onToggle={(row, right) => set(row, toggled(row, rightsOf(row), right, data.own))}
          />
          <AddPerson
            projectId={projectId}
            rows={rows}
            onAdd={(row) => {
              setAdded((before) => [...before, row]);
              if (data.own.includes('view')) set(row, ['view']);
            }}
          />
          <RightsPreview projectId={projectId} folderId={folderId} changes={changes} />
          <RightsWhy projectId={projectId} folderId={folderId} />
        </>
      )}
    </RecordDrawer>
  );
}

/**
 * Another user changed the row first, so nothing of it was saved. The message scrolls into view from any position in
 * the list.
 */
function Clash({ text, takeLatest }: { text: string; takeLatest: (() => void) | null }) {
  const t = useT();
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The braces drop the returned promise. React would treat it as a cleanup function.
    message.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <p ref={message} className="notice-line" role="alert">
      <span style={{ flex: 1 }}>{text}</span>
      {takeLatest && (
        <button type="button" className="link-button" onClick={takeLatest}>
          {t('common.takeLatest')}
        </button>
      )}
    </p>
  );
}

/** Adds a member of the project without a row. */
function AddPerson(props: { projectId: number; rows: readonly PermissionRow[]; onAdd: (row: PermissionRow) => void }) {
  const t = useT();
  const { data } = useMembers(props.projectId, true);
  const listed = props.rows.filter(({ to_kind }) => to_kind === 'person').map(({ to_id }) => to_id);
  const people = (data?.list ?? []).filter(({ user_id }) => !listed.includes(user_id));
  if (people.length === 0) return null;
  return (
    <div className="rights-add">
      <StaffPicker
        // The key resets the field after a chosen person becomes a row.
        key={props.rows.length}
        aria-label={t('files.rights.addPerson')}
        placeholder={t('files.rights.addPerson')}
        projectId={props.projectId}
        exclude={listed}
        value={null}
        onChange={(id) => {
          const person = people.find(({ user_id }) => user_id === id);
          if (!person) return;
          const { name } = person;
          props.onAdd({ to_kind: 'person', to_id: person.user_id, name, rights: [], set_here: [], inherited: [] });
        }}
      />
    </div>
  );
}
