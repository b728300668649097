import type { Env } from './env.ts';
import { entryReader } from './entry.ts';
import { sql } from 'kysely';
import { sliceDb } from './platform/db.ts';
import { usedIn } from './platform/entity/index.ts';
import type { Site } from './platform/mail/site.ts';
import type { Platform } from './platform/platform.ts';
import { createSheetImports } from './platform/sheets/imports/index.ts';
import { createAttachments } from './modules/attachments/index.ts';
import { createAudit } from './modules/audit/index.ts';
import { createComments } from './modules/comments/index.ts';
import { createConfig } from './modules/config/index.ts';
import { createFiles } from './modules/files/index.ts';
import { createMap, mapOf } from './modules/map/index.ts';
import { createIdentity, ssoOf } from './modules/identity/index.ts';
import { createModels } from './modules/models/index.ts';
import { createNotices } from './modules/notices/index.ts';
import { createOpinions } from './modules/opinions/index.ts';
import { createOrganisation } from './modules/organisation/index.ts';
import { createProcesses } from './modules/processes/index.ts';
import { createProjects } from './modules/projects/index.ts';
import { createTasks } from './modules/tasks/index.ts';

/** Creates every module with its own tables and with the modules below it. The order here and an import rule keep the tiers. */
export type Modules = ReturnType<typeof createModules>;

/** The settings that the modules need. */
export const limitsOf = (env: Env) => ({
  modelTimeoutMs: env.MODEL_TIMEOUT_MS,
  modelMaxBytes: env.MODEL_MAX_BYTES,
  uploadOpenBytes: env.UPLOAD_OPEN_BYTES,
  sso: ssoOf(env),
  map: mapOf(env),
  site: { title: env.TITLE, publicUrl: env.PUBLIC_URL },
  auditKey: env.AUDIT_KEY,
  brand: {
    title: env.TITLE ?? '',
    oa_url: env.OA_URL ?? '',
    review_url: env.DRAWING_REVIEW_URL ?? '',
    help_url: env.HELP_URL ?? '',
  },
});

export function createModules(platform: Platform, limits: ReturnType<typeof limitsOf>) {
  const { db, bus, uses } = platform;
  const slices = {
    identity: sliceDb(db, 'account', 'session', 'sso_identity'),
    organisation: sliceDb(
      db,
      'enterprise',
      'department',
      'position',
      'position_template',
      'user_group',
      'user_group_person',
      'user_group_department',
      'staff',
      'role',
      'role_holder',
      'name_cache',
    ),
    projects: sliceDb(
      db,
      'project',
      'project_invitation',
      'project_label',
      'project_member',
      'project_member_role',
      'project_profession',
      'project_service_content',
    ),
  };
  /** The titles and languages belong to modules above the mails that use them. */
  const site: Site = {
    ...limits.site,
    titleOf: async (enterpriseId, trx) => (await organisation.brand(enterpriseId, trx)).title,
    langOf: (enterpriseId, userId, trx) => notices.mails.langOf(enterpriseId, userId, trx),
  };
  const sheetImports = createSheetImports({ db, bus, tables: sliceDb(db, 'sheet_import') });
  const audit = createAudit({
    bus,
    tables: sliceDb(db, 'action_log', 'login_history', 'action_seal'),
    sealing: {
      db,
      tables: sliceDb(db, 'action_log', 'action_seal', 'action_unsealed'),
      clock: platform.clock,
      log: platform.log,
      dataDir: platform.dataDir,
      key: limits.auditKey,
    },
  });
  const config = createConfig({
    db,
    bus,
    live: platform.live,
    nameCache: platform.nameCache,
    uses,
    tables: sliceDb(db, 'dictionary_entry'),
    days: sliceDb(db, 'working_calendar', 'working_day'),
    cost: sliceDb(db, 'cost_config', 'cost_part'),
    clock: platform.clock,
    series: sliceDb(db, 'number_series'),
  });
  const identity = createIdentity({
    db,
    bus,
    live: platform.live,
    tables: sliceDb(db, 'account', 'session', 'sso_identity', 'transfer_key'),
    tries: sliceDb(db, 'failed_try'),
    images: sliceDb(db, 'image'),
    disk: platform.disk,
    codes: sliceDb(db, 'verify_code', 'verify_code_secret'),
    mail: platform.mail,
    clock: platform.clock,
    jobs: platform.jobs,
    log: platform.log,
    ssoTables: sliceDb(db, 'sso_request', 'sso_ticket', 'sso_identity', 'sso_grant', 'session', 'account'),
    ssoSettings: limits.sso,
    site,
  });
  const maps = createMap({ settings: limits.map, clock: platform.clock, identity });
  const organisation = createOrganisation({
    db,
    bus,
    live: platform.live,
    nameCache: platform.nameCache,
    uses,
    config,
    tables: slices.organisation,
    identity,
    brand: limits.brand,
  });
  const notices = createNotices({
    db,
    bus,
    live: platform.live,
    clock: platform.clock,
    tables: sliceDb(db, 'notice', 'notice_setting'),
    mail: platform.mail,
    site,
  });
  const projects = createProjects({
    db,
    bus,
    live: platform.live,
    clock: platform.clock,
    organisation,
    config,
    identity,
    uses,
    mail: platform.mail,
    site,
    tables: slices.projects,
  });
  const files = createFiles({
    db,
    bus,
    live: platform.live,
    storage: platform.storage,
    disk: platform.disk,
    openBytes: limits.uploadOpenBytes,
    log: platform.log,
    dataDir: platform.dataDir,
    identity,
    config,
    organisation,
    projects,
    uses,
    tables: sliceDb(
      db,
      'folder',
      'folder_template',
      'folder_template_type',
      'file',
      'file_version',
      'blob',
      'blob_hold',
      'folder_grant',
      'trash',
      'upload',
      'file_secret',
    ),
  });
  const processes = createProcesses({
    db,
    bus,
    live: platform.live,
    clock: platform.clock,
    config,
    organisation,
    projects,
    tables: sliceDb(
      db,
      'process_template',
      'process_template_stage',
      'process',
      'process_cc',
      'process_stage',
      'process_assignment',
      'process_history',
      'process_delegation',
    ),
  });
  const attachments = createAttachments({
    db,
    bus,
    live: platform.live,
    log: platform.log,
    clock: platform.clock,
    organisation,
    projects,
    files,
    tables: sliceDb(db, 'attachment', 'handed_viewpoint'),
  });
  const comments = createComments({
    db,
    bus,
    live: platform.live,
    clock: platform.clock,
    identity,
    organisation,
    projects,
    tables: sliceDb(db, 'comment', 'comment_mention'),
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
    uses,
    comments,
    attachments,
    tables: sliceDb(db, 'task', 'task_executor', 'task_cc', 'task_stage', 'task_transfer', 'task_history'),
  });
  const models = createModels({
    db,
    bus,
    live: platform.live,
    jobs: platform.jobs,
    storage: platform.storage,
    log: platform.log,
    disk: platform.disk,
    workDir: `${platform.dataDir}/work`,
    limits: { timeoutMs: limits.modelTimeoutMs, maxBytes: limits.modelMaxBytes },
    organisation,
    projects,
    fileKind: files.kinds.file,
    tables: sliceDb(db, 'model', 'model_version', 'viewpoint', 'viewpoint_comment'),
  });
  // The module of processes is above the roles, which count its templates.
  const templates = sliceDb(db, 'process_template', 'process_template_stage');
  uses.register(
    'role',
    usedIn(templates, 'process_template', {
      table: 'process_template_stage',
      column: 'role_id',
      only: sql`exists (select from process_template t
        where t.enterprise_id = r.enterprise_id and t.id = r.template_id and t.deleted_at is null)`,
      distinct: ['template_id'],
    }),
  );
  const opinions = createOpinions({
    db,
    bus,
    processes,
    attachments,
    models,
    organisation,
    projects,
    tables: sliceDb(db, 'opinion', 'opinion_entry'),
  });
  attachments.setViewpoints(models.viewpoints);
  notices.mails.setSources({
    async receiverOf(enterpriseId, userId) {
      const caller = await projects.callerNow(enterpriseId, userId);
      if (caller === null) return null;
      return { principal: caller.principal, email: (await organisation.contactOf(enterpriseId, userId)).email };
    },
    projects: (enterpriseId, ids) => projects.namesWithSecrecy(enterpriseId, ids),
    enterpriseIds: () => organisation.enterpriseIds(),
    defaultLang: async (enterpriseId, trx) => (await organisation.brand(enterpriseId, trx)).default_lang,
  });
  organisation.setCoMembers((...asked) => projects.coMembersAmong(...asked));
  platform.setMembersAmong((enterpriseId, projectId, users) => projects.audienceAmong(enterpriseId, projectId, users));
  platform.jobs.setGate((enterpriseId) => organisation.isOpen(enterpriseId));
  const readEntry = entryReader(slices, platform.clock);
  return {
    audit,
    config,
    identity,
    maps,
    organisation,
    notices,
    projects,
    files,
    processes,
    comments,
    attachments,
    models,
    opinions,
    tasks,
    sheetImports,
    readEntry,
  };
}
