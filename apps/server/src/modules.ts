import { lend } from './platform/db.ts';
import type { Platform } from './platform/platform.ts';
import { createAudit } from './modules/audit/index.ts';
import { createConfig } from './modules/config/index.ts';
import { createFiles } from './modules/files/index.ts';
import { createIdentity } from './modules/identity/index.ts';
import { createModels } from './modules/models/index.ts';
import { createNotices } from './modules/notices/index.ts';
import { createOrganisation } from './modules/organisation/index.ts';
import { createProcesses } from './modules/processes/index.ts';
import { createProjects } from './modules/projects/index.ts';
import { createTasks } from './modules/tasks/index.ts';

/** Builds every module with its own slice of the tables and the front doors below it. The tier table is kept by the order here and by a check. */
export type Modules = ReturnType<typeof createModules>;

export function createModules(platform: Platform, limits: { modelTimeoutMs: number; modelMaxBytes: number }) {
  const { db, bus } = platform;
  const audit = createAudit({ bus, tables: lend(db, 'action_log', 'login_history') });
  const config = createConfig({ directory: platform.directory, tables: lend(db, 'dictionary_entry') });
  const identity = createIdentity({
    db,
    bus,
    live: platform.live,
    tables: lend(db, 'account', 'session', 'transfer_key'),
    tries: lend(db, 'failed_try'),
    images: lend(db, 'image'),
  });
  const organisation = createOrganisation({
    db,
    bus,
    live: platform.live,
    directory: platform.directory,
    config,
    tables: lend(db, 'enterprise', 'department', 'position', 'staff', 'role', 'role_holder', 'directory'),
    identity,
  });
  const notices = createNotices({
    db,
    bus,
    live: platform.live,
    clock: platform.clock,
    tables: lend(db, 'notice'),
  });
  const projects = createProjects({
    db,
    bus,
    live: platform.live,
    clock: platform.clock,
    organisation,
    config,
    tables: lend(db, 'project', 'project_member', 'project_member_role', 'project_profession', 'project_serial'),
  });
  const files = createFiles({
    db,
    bus,
    live: platform.live,
    storage: platform.storage,
    log: platform.log,
    dataDir: platform.dataDir,
    identity,
    organisation,
    projects,
    tables: lend(db, 'folder', 'file', 'file_version', 'blob', 'folder_grant', 'trash', 'upload', 'file_secret'),
  });
  const processes = createProcesses({
    db,
    bus,
    live: platform.live,
    clock: platform.clock,
    organisation,
    projects,
    tables: lend(
      db,
      'process_template',
      'process_template_stage',
      'process',
      'process_cc',
      'process_stage',
      'process_seat',
      'process_history',
    ),
  });
  const tasks = createTasks({
    db,
    bus,
    live: platform.live,
    clock: platform.clock,
    config,
    organisation,
    projects,
    processes,
    tables: lend(db, 'task', 'task_executor', 'task_cc', 'task_stage', 'task_transfer', 'task_history'),
  });
  const models = createModels({
    db,
    bus,
    live: platform.live,
    jobs: platform.jobs,
    storage: platform.storage,
    log: platform.log,
    workDir: `${platform.dataDir}/work`,
    limits: { timeoutMs: limits.modelTimeoutMs, maxBytes: limits.modelMaxBytes },
    organisation,
    projects,
    fileKind: files.kinds.file,
    tables: lend(db, 'model', 'model_version', 'viewpoint', 'viewpoint_comment'),
  });
  organisation.setCoMembers((...asked) => projects.coMembersAmong(...asked));
  platform.setMembersAmong((enterpriseId, projectId, users) => projects.audienceAmong(enterpriseId, projectId, users));
  return { audit, config, identity, organisation, notices, projects, files, processes, models, tasks };
}
