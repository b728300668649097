import { decide, isSuperAdmin, type Principal } from '@prdm/access';
import type { Lent } from '../../platform/db.ts';
import { decided } from '../../platform/http/decisions.ts';
import type { SubjectKind } from '../../platform/http/subjects.ts';
import { fitnessIn } from './deciders.ts';
import { processesRepo } from './processes.repo.ts';
import type { ProcessRow, ProcessTables } from './processes.rows.ts';
import { reviewListsRepo } from './review-lists.repo.ts';
import { templatesRepo } from './templates.repo.ts';

export interface SeatSubject {
  readonly id: number;
  readonly processId: number;
  readonly userId: number;
}
export interface TemplateSubject {
  readonly id: number;
  readonly name: string;
}

export interface SubjectParts {
  readonly tables: Lent<ProcessTables>;
  /** Whether somebody belongs to an invited partner firm: such a person knows nothing of how the enterprise is organised. */
  readonly isPartner: (principal: Principal) => Promise<boolean>;
  /** Of these projects, the archived ones. */
  readonly archivedAmong: (principal: Principal, projectIds: readonly number[]) => Promise<ReadonlySet<number>>;
}

/**
 * Whether somebody may read every approval of a project by a node held there; without a project superAdmin alone may.
 */
const readsByNode = (principal: Principal, projectId: number | null): boolean =>
  projectId === null
    ? isSuperAdmin(principal)
    : decide(principal, { ask: 'node', scope: 'project', projectId, actions: ['Task-all', 'Process-review'] }).allowed;

interface Judged {
  readonly row: ProcessRow;
  readonly archived: boolean;
  readonly byNode: boolean;
  readonly visible: boolean;
}

async function judge(parts: SubjectParts, principal: Principal, ids: readonly number[]): Promise<Map<number, Judged>> {
  const { enterpriseId, userId } = principal;
  const [rows, concerned] = await Promise.all([
    processesRepo(parts.tables.read, enterpriseId).byIds(ids),
    reviewListsRepo(parts.tables.read, enterpriseId).concerning(userId, ids),
  ]);
  const projectIds = [...new Set(rows.flatMap((row) => (row.project_id === null ? [] : [row.project_id])))];
  const archived = await parts.archivedAmong(principal, projectIds);
  return new Map(
    rows.map((row) => {
      const byNode = readsByNode(principal, row.project_id);
      const visible = row.status !== 'cancelled' && (byNode || concerned.has(row.id));
      return [row.id, { row, byNode, visible, archived: archived.has(row.project_id ?? 0) }] as const;
    }),
  );
}

/**
 * Subject kinds of an approval's ids. They belong to the enterprise, because not every approval lies in a project; for
 * those that do, the platform asks for membership and the archive like for any record of a project. Rights: process
 * `read`, `withdraw` (the starter), `remind` (the starter, or who reads by node); seat `decide` (whose seat it is),
 * `answer` (whoever was asked to take it).
 */
export function processKind(parts: SubjectParts): SubjectKind<ProcessRow> {
  return {
    kind: 'process',
    scope: 'enterprise',
    async load(principal, ids) {
      const judged = await judge(parts, principal, ids);
      return [...judged.values()].map(({ row, byNode, visible, archived }) => {
        const isStarter = row.starter_id === principal.userId;
        const may: Record<string, boolean> = { read: true, withdraw: isStarter, remind: isStarter || byNode };
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

export function seatKind(parts: SubjectParts): SubjectKind<SeatSubject> {
  return {
    kind: 'seat',
    scope: 'enterprise',
    async load(principal, ids) {
      const lists = reviewListsRepo(parts.tables.read, principal.enterpriseId);
      const seats = await lists.seats(principal.userId, ids);
      const [judged, isPartner] = await Promise.all([
        judge(parts, principal, [...new Set(seats.map((seat) => seat.process_id))]),
        parts.isPartner(principal),
      ]);
      return seats.map((seat) => {
        const process = judged.get(seat.process_id);
        // Asked again at every decision: the right to review may have gone since the seat was made.
        const isFit = fitnessIn(principal, process?.row.project_id ?? null, isPartner) === 'fit';
        const may: Record<string, boolean> = {
          read: true,
          decide: seat.user_id === principal.userId && isFit,
          answer: seat.was_asked,
        };
        return {
          id: seat.id,
          row: { id: seat.id, processId: seat.process_id, userId: seat.user_id },
          projectId: process?.row.project_id ?? null,
          archived: process?.archived ?? false,
          visible: process?.visible ?? false,
          parents: { process: seat.process_id },
          may: (right: string) => decided(may[right] === true, right),
        };
      });
    },
  };
}

/**
 * Templates: everybody of the enterprise reads them to choose one, invited partners do not (they name its people);
 * `edit` needs ProjectSetting-index of the enterprise.
 */
export function templateKind(parts: SubjectParts): SubjectKind<TemplateSubject> {
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
