import { decide, isSuperAdmin, type Principal } from '@prdm/access';
import { decided } from '../../platform/http/decisions.ts';
import type { SubjectKind } from '../../platform/http/subjects.ts';
import { deputyIn } from './delegations/shares.ts';
import { eligibilityIn } from './assignments/deciders.ts';
import { processesRepo } from './process.repo.ts';
import type { ProcessesParts } from './process-change.ts';
import type { ProcessRow } from './process.rows.ts';
import { subjectKey } from './subject-key.ts';
import { reviewListsRepo } from './reviews/reviews.repo.ts';
import { templatesRepo } from './templates/templates.repo.ts';

export interface AssignmentSubject {
  readonly id: number;
  readonly processId: number;
  readonly userId: number;
}
export interface TemplateSubject {
  readonly id: number;
  readonly name: string;
}

export interface SubjectParts extends ProcessesParts {
  /** True for a member of an invited partner company. Such a person may not learn how the enterprise is organised. */
  readonly isPartner: (principal: Principal) => Promise<boolean>;
  /** The archived ones of these projects. */
  readonly archivedAmong: (principal: Principal, projectIds: readonly number[]) => Promise<ReadonlySet<number>>;
  /** The ones in which nothing can be decided: archived projects and closed non-projects. */
  readonly closedAmong: (principal: Principal, projectIds: readonly number[]) => Promise<ReadonlySet<number>>;
}

/**
 * True if a node gives the right to read every approval of the project. Without a project only superAdmin has this
 * right.
 */
const readsByNode = (principal: Principal, projectId: number | null): boolean =>
  projectId === null
    ? isSuperAdmin(principal)
    : decide(principal, { ask: 'node', scope: 'project', projectId, actions: ['Task-all', 'Process-review'] }).allowed;

/** True for the starter and for people who read by node. Both can see the approval. */
export const mayRemind = (
  principal: Principal,
  { starterId, projectId }: { readonly starterId: number; readonly projectId: number | null },
): boolean => starterId === principal.userId || readsByNode(principal, projectId);

interface Judged {
  readonly row: ProcessRow;
  readonly archived: boolean;
  readonly visible: boolean;
}

async function judge(parts: SubjectParts, principal: Principal, ids: readonly number[]): Promise<Map<number, Judged>> {
  const { enterpriseId, userId } = principal;
  const [rows, concerned] = await Promise.all([
    processesRepo(parts.tables.read, enterpriseId).byIds(ids),
    reviewListsRepo(parts.tables.read, enterpriseId).concerning(userId, ids),
  ]);
  const projectIds = [...new Set(rows.flatMap((row) => (row.project_id === null ? [] : [row.project_id])))];
  const keyOf = (row: ProcessRow) => ({ kind: row.subject_kind, id: row.subject_id });
  const usual = (row: ProcessRow) => readsByNode(principal, row.project_id) || concerned.has(row.id);
  const unusual = rows.filter((row) => !usual(row));
  const [archived, opened, deputed] = await Promise.all([
    parts.archivedAmong(principal, projectIds),
    parts.registry.readableAmong(principal, unusual.map(keyOf)),
    deputyIn(
      parts,
      enterpriseId,
      userId,
      unusual.map(({ id }) => id),
    ),
  ]);
  return new Map(
    rows.map((row) => {
      const isOpened = opened.has(subjectKey(keyOf(row))) || deputed.processIds.has(row.id);
      const visible = row.status !== 'cancelled' && (usual(row) || isOpened);
      return [row.id, { row, visible, archived: archived.has(row.project_id ?? 0) }] as const;
    }),
  );
}

/**
 * Subject kinds of approval ids. Their scope is the enterprise, because some approvals have no project. For the others
 * the platform checks membership and archive as for any project record. Rights of a process: `read`, `withdraw` (the
 * starter), `remind` (the starter or readers by node). Rights of an assignment: `decide` (its executor), `answer` (its
 * transfer target).
 */
export function processKind(parts: SubjectParts): SubjectKind<ProcessRow, 'process'> {
  return {
    kind: 'process',
    scope: 'enterprise',
    async load(principal, ids) {
      const judged = await judge(parts, principal, ids);
      return [...judged.values()].map(({ row, visible, archived }) => {
        const isStarter = row.starter_id === principal.userId;
        const remind = mayRemind(principal, { starterId: row.starter_id, projectId: row.project_id });
        const may: Record<string, boolean> = { read: true, withdraw: isStarter, remind };
        return {
          id: row.id,
          row,
          projectId: row.project_id,
          archived,
          visible,
          may: (right: string) => decided(may[right] === true, right),
        };
      });
    },
  };
}

export function assignmentKind(parts: SubjectParts): SubjectKind<AssignmentSubject, 'seat'> {
  return {
    kind: 'seat',
    scope: 'enterprise',
    async load(principal, ids) {
      const lists = reviewListsRepo(parts.tables.read, principal.enterpriseId);
      const assignments = await lists.assignments(principal.userId, ids);
      const ofOthers = assignments.filter((assignment) => assignment.user_id !== principal.userId);
      const [judged, isPartner, deputed] = await Promise.all([
        judge(parts, principal, [...new Set(assignments.map((assignment) => assignment.process_id))]),
        parts.isPartner(principal),
        deputyIn(parts, principal.enterpriseId, principal.userId, [
          ...new Set(ofOthers.map((assignment) => assignment.process_id)),
        ]),
      ]);
      return assignments.map((assignment) => {
        const process = judged.get(assignment.process_id);
        // Checked again at every decision, because the right to review can end after the assignment is made.
        const isFit = eligibilityIn(principal, process?.row.project_id ?? null, isPartner) === 'fit';
        const may: Record<string, boolean> = {
          read: true,
          decide: (assignment.user_id === principal.userId || deputed.assignmentIds.has(assignment.id)) && isFit,
          answer: assignment.was_asked,
        };
        return {
          id: assignment.id,
          row: { id: assignment.id, processId: assignment.process_id, userId: assignment.user_id },
          projectId: process?.row.project_id ?? null,
          archived: process?.archived ?? false,
          visible: process?.visible ?? false,
          parents: { process: assignment.process_id },
          may: (right: string) => decided(may[right] === true, right),
        };
      });
    },
  };
}

/**
 * Subject kind of templates. All colleagues may read them to choose one. Invited partners may not, because templates
 * name people of the enterprise. `edit` requires ProjectSetting-index of the enterprise.
 */
export function templateKind(parts: SubjectParts): SubjectKind<TemplateSubject, 'process_template'> {
  return {
    kind: 'process_template',
    scope: 'enterprise',
    async load(principal, ids) {
      const [rows, isPartner] = await Promise.all([
        templatesRepo(parts.tables.read, principal.enterpriseId).byIds(ids),
        parts.isPartner(principal),
      ]);
      return rows.map((row) => ({
        id: row.id,
        row: { id: row.id, name: row.name },
        projectId: null,
        visible: !isPartner,
        may: (right: string) =>
          right === 'edit'
            ? decide(principal, { ask: 'node', scope: 'other', actions: 'ProjectSetting-index' })
            : decided(right === 'read', right),
      }));
    },
  };
}
