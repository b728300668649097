import type { Endpoint } from './kit.ts';
import * as access from './organisation/access.ts';
import * as actionLog from './organisation/action-log.ts';
import * as areas from './areas/areas.ts';
import * as attachments from './files/attachments.ts';
import * as config from './config.ts';
import * as delegations from './processes/delegations.ts';
import * as dictionaries from './config/dictionaries.ts';
import * as enterprise from './organisation/enterprise.ts';
import * as entities from './organisation/entities.ts';
import * as cost from './config/cost.ts';
import * as home from './home.ts';
import * as files from './files.ts';
import * as folderTemplates from './files/folder-templates.ts';
import * as handedViewpoints from './kit/handed-viewpoints.ts';
import * as identity from './identity.ts';
import * as noticeSettings from './identity/notice-settings.ts';
import * as sessions from './identity/sessions.ts';
import * as sso from './identity/sso.ts';
import * as recovery from './identity/recovery.ts';
import * as map from './map/map.ts';
import * as me from './me.ts';
import * as models from './models.ts';
import * as notices from './notices.ts';
import * as opinions from './processes/opinions.ts';
import * as organisation from './organisation.ts';
import * as personSessions from './organisation/person-sessions.ts';
import * as processes from './processes/templates.ts';
import * as partners from './projects/partners.ts';
import * as nonProjects from './projects/non-projects.ts';
import * as projects from './projects.ts';
import * as review from './processes/review.ts';
import * as staffing from './projects/staffing.ts';
import * as roles from './organisation/roles.ts';
import * as staffSheets from './organisation/staff-sheets.ts';
import * as work from './organisation/work.ts';
import * as settings from './organisation/settings.ts';
import * as staff from './staff.ts';
import * as taskAttachments from './tasks/attachments.ts';
import * as taskComments from './tasks/comments.ts';
import * as taskStatistics from './tasks/statistics.ts';
import * as system from './organisation/system.ts';
import * as tasks from './tasks.ts';
import * as uploads from './files/multipart.ts';
import * as workingDays from './config/working-days.ts';
import * as workingDaySheets from './config/working-day-sheets.ts';

/**
 * The registry of every call. Routes, OpenAPI, the access matrix and the client's types derive from it. A path outside
 * the registry does not exist.
 */
export const domains = {
  identity,
  recovery,
  sessions,
  sso,
  me,
  files,
  folderTemplates,
  notices,
  config,
  dictionaries,
  cost,
  organisation,
  staffSheets,
  work,
  entities,
  roles,
  settings,
  enterprise,
  system,
  staff,
  personSessions,
  projects,
  partners,
  nonProjects,
  staffing,
  processes,
  delegations,
  review,
  opinions,
  tasks,
  taskStatistics,
  taskComments,
  taskAttachments,
  attachments,
  handedViewpoints,
  home,
  areas,
  map,
  models,
  uploads,
  workingDays,
  workingDaySheets,
  access,
  actionLog,
  noticeSettings,
} as const;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'transport' in value;

/** The calls of an export: an endpoint itself, or the endpoints of a group (`entityCalls`). */
const callsIn = (value: unknown): Endpoint[] => {
  if (isEndpoint(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).filter(isEndpoint) : [];
};

export const registry: readonly (Endpoint & { domain: string })[] = Object.entries(domains).flatMap(
  ([domain, exported]) =>
    Object.values(exported as Record<string, unknown>)
      .flatMap(callsIn)
      .map((endpoint) => Object.assign(endpoint, { domain })),
);
