import type { Endpoint } from './kit.ts';
import * as attachments from './files/attachments.ts';
import * as config from './config.ts';
import * as home from './home.ts';
import * as files from './files.ts';
import * as identity from './identity.ts';
import * as me from './me.ts';
import * as models from './models.ts';
import * as notices from './notices.ts';
import * as organisation from './organisation.ts';
import * as processes from './processes.ts';
import * as projects from './projects.ts';
import * as review from './review.ts';
import * as staff from './staff.ts';
import * as taskAttachments from './tasks/attachments.ts';
import * as taskComments from './tasks/comments.ts';
import * as taskStatistics from './tasks/statistics.ts';
import * as tasks from './tasks.ts';
import * as uploads from './files/multipart.ts';
import * as workingDays from './config/working-days.ts';

/**
 * The registry of every call. Routes, OpenAPI, the access matrix and the client's types derive from it. A path outside
 * the registry does not exist.
 */
export const domains = {
  identity,
  me,
  files,
  notices,
  config,
  organisation,
  staff,
  projects,
  processes,
  review,
  tasks,
  taskStatistics,
  taskComments,
  taskAttachments,
  attachments,
  home,
  models,
  uploads,
  workingDays,
} as const;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'transport' in value;

export const registry: readonly (Endpoint & { domain: string })[] = Object.entries(domains).flatMap(
  ([domain, exported]) =>
    Object.values(exported as Record<string, unknown>)
      .filter(isEndpoint)
      .map((endpoint) => Object.assign(endpoint, { domain })),
);
