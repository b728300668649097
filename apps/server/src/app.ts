import type { FastifyInstance } from 'fastify';
import { registry } from '@prdm/contract';
import * as meContract from '@prdm/contract/me';
import type { Env } from './env.ts';
import type { Modules } from './modules.ts';
import { describeMe } from './modules/me/index.ts';
import { configRoutes } from './modules/config/config.routes.ts';
import { fileBytesRoutes } from './modules/files/bytes.routes.ts';
import { multipartRoutes } from './modules/files/multipart.routes.ts';
import { filesRoutes } from './modules/files/files.routes.ts';
import { organisationRoutes } from './modules/organisation/organisation.routes.ts';
import { processesRoutes } from './modules/processes/processes.routes.ts';
import { projectsRoutes } from './modules/projects/projects.routes.ts';
import { modelRoutes, viewpointRoutes } from './modules/models/models.routes.ts';
import { meRoutes } from './modules/me/me.routes.ts';
import { imageRoutes } from './modules/identity/images.routes.ts';
import { identityRoutes } from './modules/identity/identity.routes.ts';
import { noticesRoutes } from './modules/notices/notices.routes.ts';
import { principalOf } from './modules/organisation/index.ts';
import { statisticsRoutes } from './modules/tasks/statistics.routes.ts';
import { tasksRoutes } from './modules/tasks/tasks.routes.ts';
import { serveLive } from './platform/http/live-socket.ts';
import type { Gate, Mounting } from './platform/http/mount.ts';
import { mounter } from './platform/http/mounting.ts';
import { describeApi } from './platform/http/openapi.ts';
import { buildServer } from './platform/http/server.ts';
import { SubjectKinds } from './platform/http/subjects.ts';
import { serveWebClient } from './platform/http/web-client.ts';
import type { Platform } from './platform/platform.ts';

const VERSION = '0.1.0';

/** The http side: the only file that knows all modules' routes. */
export async function buildApp(
  platform: Platform,
  modules: Modules,
  env: Env,
  options: { passed?: Mounting['passed'] } = {},
): Promise<FastifyInstance> {
  const { identity, organisation, config, projects, notices, audit, processes, tasks, files, models } = modules;
  const app = buildServer({
    log: platform.log,
    https: env.PUBLIC_URL?.startsWith('https:') === true,
    trustProxy: env.TRUST_PROXY,
  });

  const gate: Gate = {
    async sessionOf(token, call) {
      const known = await identity.enterWith(token, call);
      if (!known) return null;
      const { enterpriseId, userId } = known.session;
      const [person, map] = await Promise.all([
        organisation.person(enterpriseId, userId),
        projects.accessOf(enterpriseId, userId, (ids) => organisation.rolesByIds(enterpriseId, ids)),
      ]);
      if (!person) return null;
      return {
        session: { ...known.session, name: person.name },
        principal: principalOf(enterpriseId, userId, person, map),
        replacement: known.replacement,
      };
    },
    isAlive: ({ enterpriseId, id }) => identity.isSessionAlive(enterpriseId, id),
  };

  const kinds = new SubjectKinds();
  kinds.add(config.kinds.projectType);
  kinds.add(config.kinds.stage);
  kinds.add(config.kinds.profession);
  kinds.add(organisation.kinds.user);
  kinds.add(organisation.kinds.department);
  kinds.add(organisation.kinds.position);
  kinds.add(organisation.kinds.role);
  kinds.add(projects.kind);
  kinds.add(notices.kind);
  kinds.add(files.kinds.folder);
  kinds.add(files.kinds.file);
  kinds.add(files.kinds.version);
  kinds.add(files.kinds.trash);
  kinds.add(processes.kinds.process);
  kinds.add(processes.kinds.seat);
  kinds.add(processes.kinds.template);
  kinds.add(models.kinds.model);
  kinds.add(models.kinds.viewpoint);
  kinds.add(models.kinds.comment);
  kinds.add(tasks.kind);

  const mounting: Mounting = { app, gate, kinds, log: platform.log, mounted: new Set(), passed: options.passed };
  const mount = mounter(mounting);
  identityRoutes(mount, identity, {
    title: env.TITLE,
    policyOf: (enterpriseId) => organisation.passwordPolicy(enterpriseId),
    loginHistory: (enterpriseId, userId) => audit.loginHistory(enterpriseId, userId),
  });
  processesRoutes(mount, processes);
  tasksRoutes(mount, tasks);
  statisticsRoutes(mount, tasks);
  noticesRoutes(mount, notices, {
    projects: async ({ enterpriseId }, ids) =>
      new Map(
        [...(await projects.names(enterpriseId, ids))].map(([id, { name, status }]) => [
          id,
          { name, archived: status === 'archived' },
        ]),
      ),
  });
  mount(meContract.info, (_input, { session, principal, maybeProjectId }) =>
    describeMe(
      { identity, organisation, unreadNotices: notices.unreadCount, managedProjects: projects.managedBy },
      { ...session, principal, projectId: maybeProjectId },
    ),
  );
  mount(meContract.userSetting, async (_input, { session }) => {
    const policy = await organisation.passwordPolicy(session.enterpriseId);
    return { password_length_min: policy.min, password_length_max: policy.max };
  });
  meRoutes(mount, { identity, organisation });
  configRoutes(mount, config);
  organisationRoutes(mount, organisation);
  projectsRoutes(mount, projects, organisation.kinds);
  filesRoutes(mount, files, organisation.kinds);
  await fileBytesRoutes(mount, files, { maxBytes: env.UPLOAD_MAX_BYTES, log: platform.log });
  await multipartRoutes(mount, files, { maxBytes: env.UPLOAD_MAX_BYTES });
  await imageRoutes(mount, identity);
  modelRoutes(mount, models);
  viewpointRoutes(mount, models);
  const description = describeApi(registry, env.TITLE ?? 'PRDM', VERSION);
  mount.raw(meContract.openapi, async (_input, _context, { reply }) => {
    await reply.send(description);
  });
  mounting.mounted.add(meContract.live);
  await serveLive(app, meContract.live, { gate, live: platform.live, log: platform.log });

  const missing = registry.filter((endpoint) => !mounting.mounted.has(endpoint));
  if (missing.length > 0)
    throw new Error(`declared but not mounted: ${missing.map((endpoint) => endpoint.path).join(' ')}`);
  await serveWebClient(app);
  await app.ready();
  return app;
}
