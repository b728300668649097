import { useMemo, useState } from 'react';
import type { ProjectInfo } from '@prdm/contract/projects';
import type { Staffing } from '@prdm/contract/projects/staffing';
import { CODES } from '@prdm/contract/codes';
import { CallError } from '../../../../lib/api/call-error.ts';
import { useT } from '../../../../lib/i18n.ts';
import { toast } from '../../../../lib/toasts.ts';
import { confirm } from '../../../../ui/feedback/confirm.tsx';
import { FailedState, SkeletonLines } from '../../../../ui/feedback/states.tsx';
import { useLeaveGuard } from '../../../../ui/records/leave-guard.tsx';
import { staffOptions, useStaffTree } from '../../../organisation/index.ts';
import { useSaveStaffing, useStaffing } from '../../staffing.queries.ts';
import { StaffingGrid } from './staffing-grid.tsx';
import { afterClash, cellsOnWire, shownRoles, staleIn, withPeople, type Changes } from './staffing.logic.ts';
import './staffing.css';

const UNCHANGED: Changes = new Map();

/** The staffing matrix of a project. All changed cells are saved together. */
export function StaffingMatrix({ project }: { project: ProjectInfo }) {
  const query = useStaffing(project.id);
  if (query.data !== undefined) return <Matrix project={project} staffing={query.data} />;
  if (query.error !== null) return <FailedState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className="staffing">
      <SkeletonLines lines={6} />
    </div>
  );
}

function Matrix({ project, staffing }: { project: ProjectInfo; staffing: Staffing }) {
  const t = useT();
  const save = useSaveStaffing();
  const tree = useStaffTree();
  const [changes, setChanges] = useState(UNCHANGED);
  const [refused, setRefused] = useState<string | null>(null);
  const [everyRole, setEveryRole] = useState(false);
  const names = useMemo(
    () => new Map([...staffOptions(tree.data), ...staffing.people].map(({ id, name }) => [id, name])),
    [tree.data, staffing.people],
  );
  const count = changes.size;
  useLeaveGuard({
    holds: (from, to) => count > 0 && from.pathname + from.search !== to.pathname + to.search,
    ask: () =>
      confirm({
        title: t('common.leaveTitle'),
        text: t('projects.staffing.leaveText'),
        verb: t('common.leave'),
        stay: t('common.stay'),
      }),
    closing: () => count > 0,
  });
  const send = async () => {
    setRefused(null);
    try {
      await save.mutateAsync({ project_id: project.id, version: staffing.version, cells: cellsOnWire(changes) });
      setChanges(UNCHANGED);
      toast.success(t('common.saved'));
    } catch (error) {
      if (!(error instanceof CallError) || error.told) return;
      const stale = error.code === CODES.conflict ? staleIn(error.data) : [];
      setChanges((now) => afterClash(now, stale));
      setRefused(stale.length > 0 ? t('projects.staffing.clash', { count: stale.length }) : error.msg);
    }
  };
  return (
    <div className="staffing">
      <div className="staffing-head">
        <p className="muted">{t(project.can.member ? 'projects.staffing.lead' : 'projects.staffing.leadReader')}</p>
        <label className="staffing-every">
          <input type="checkbox" checked={everyRole} onChange={({ target }) => setEveryRole(target.checked)} />
          {t('projects.staffing.everyRole')}
        </label>
      </div>
      {refused !== null && (
        <p className="notice-line" role="alert">
          {refused}
        </p>
      )}
      <StaffingGrid
        projectId={project.id}
        staffing={staffing}
        roles={shownRoles(staffing, everyRole)}
        changes={changes}
        nameOf={(id) => names.get(id) ?? '…'}
        known={staffing.people}
        mayChange={project.can.member}
        onChange={(place, userIds) => setChanges((now) => withPeople(staffing, now, place, userIds))}
      />
      {project.can.member && (
        <div className="staffing-foot">
          <span role="status">{count > 0 && t('projects.staffing.changed', { count })}</span>
          <button type="button" className="button" disabled={count === 0} onClick={() => setChanges(UNCHANGED)}>
            {t('projects.staffing.discard')}
          </button>
          <button
            type="button"
            className="button button-primary"
            disabled={count === 0 || save.isPending}
            onClick={() => void send()}
          >
            {t('projects.staffing.save')}
          </button>
        </div>
      )}
    </div>
  );
}
