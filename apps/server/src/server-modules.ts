import type { Env } from './env.ts';
import type { Modules } from './modules.ts';
import { accessModule } from './modules/access/module.ts';
import { attachmentsModule } from './modules/attachments/module.ts';
import { auditModule } from './modules/audit/module.ts';
import { commentsModule } from './modules/comments/module.ts';
import { configModule } from './modules/config/module.ts';
import { filesModule } from './modules/files/module.ts';
import { identityModule } from './modules/identity/module.ts';
import { areasModule } from './modules/areas/module.ts';
import { mapModule } from './modules/map/module.ts';
import { meModule } from './modules/me/module.ts';
import { modelsModule } from './modules/models/module.ts';
import { noticesModule } from './modules/notices/module.ts';
import { opinionsModule } from './modules/opinions/module.ts';
import { organisationModule } from './modules/organisation/module.ts';
import { processesModule } from './modules/processes/module.ts';
import { projectsModule } from './modules/projects/module.ts';
import { tasksModule } from './modules/tasks/module.ts';
import type { ServerModule } from './platform/http/server-module.ts';
import type { Platform } from './platform/platform.ts';

/** Lists what each module adds to the server. A new module needs one line here. */
export function serverModules(platform: Platform, modules: Modules, env: Env): ServerModule[] {
  const {
    attachments,
    audit,
    comments,
    config,
    files,
    identity,
    maps,
    models,
    notices,
    opinions,
    organisation,
    processes,
    projects,
    sheetImports,
    tasks,
  } = modules;
  return [
    identityModule(identity, {
      publicUrl: env.PUBLIC_URL,
      brand: () => organisation.publicBrand(),
      contact: () => organisation.publicContact(),
      emailOf: async (enterpriseId, userId, trx) => (await organisation.contactOf(enterpriseId, userId, trx)).email,
      contactOf: (enterpriseId, userId) => organisation.contactOf(enterpriseId, userId),
      accountsOfEmail: (email, trx) => organisation.accountsOfEmail(email, trx),
      policyOf: (enterpriseId) => organisation.passwordPolicy(enterpriseId),
      acceptsDefaultKey: (enterpriseId) => organisation.acceptsDefaultKey(enterpriseId),
      loginHistory: (enterpriseId, userId) => audit.loginHistory(enterpriseId, userId),
    }),
    auditModule(audit, organisation.kinds.user),
    processesModule(processes),
    tasksModule(tasks),
    commentsModule(comments),
    attachmentsModule(attachments, files, { maxBytes: env.UPLOAD_MAX_BYTES, log: platform.log }),
    noticesModule(
      notices,
      projects,
      async (enterpriseId, userId) => (await organisation.contactOf(enterpriseId, userId)).email,
    ),
    meModule(
      {
        identity,
        organisation,
        unreadNotices: notices.unreadCount,
        managedProjects: projects.managedBy,
      },
      { projects, tasks, files, organisation },
    ),
    configModule(config, sheetImports),
    { kinds: [sheetImports.kind], routes: () => undefined, registers: {} },
    organisationModule(organisation, sheetImports),
    projectsModule(projects),
    areasModule(),
    mapModule(maps),
    filesModule(files, { maxBytes: env.UPLOAD_MAX_BYTES, log: platform.log }),
    modelsModule(models, files),
    { kinds: [], routes: () => undefined, registers: platform.mail.registers },
    opinionsModule(opinions),
    accessModule(organisation, projects),
  ];
}
