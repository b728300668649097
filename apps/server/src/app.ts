import type { FastifyInstance } from 'fastify';
import { registry } from '@prdm/contract';
import * as meContract from '@prdm/contract/me';
import { gateOf } from './entry.ts';
import type { Env } from './env.ts';
import type { Modules } from './modules.ts';
import { mapOf, mapSources } from './modules/map/index.ts';
import { serveLive } from './platform/http/live-socket.ts';
import type { Mounting } from './platform/http/mount.ts';
import { mounter, type Mount } from './platform/http/mounting.ts';
import { describeApi } from './platform/http/openapi.ts';
import { buildServer } from './platform/http/server.ts';
import { SubjectKinds } from './platform/http/subjects.ts';
import { serverModules } from './server-modules.ts';
import { serveWebClient } from './platform/http/web-client.ts';
import type { Platform } from './platform/platform.ts';

const VERSION = '0.1.0';

/** Builds the HTTP side of the server from what the modules add. */
export async function buildApp(
  platform: Platform,
  modules: Modules,
  env: Env,
  options: {
    passed?: Mounting['passed'];
    /** For tests: mounts calls besides those of the registry. `kinds` takes the kinds of their records. */
    also?: (mount: Mount, kinds: SubjectKinds) => void;
  } = {},
): Promise<FastifyInstance> {
  const app = buildServer({
    log: platform.log,
    https: env.PUBLIC_URL?.startsWith('https:') === true,
    trustProxy: env.TRUST_PROXY,
    sources: mapSources(mapOf(env)),
  });

  const gate = gateOf(modules, modules.readEntry);
  const kinds = new SubjectKinds();
  const mounting: Mounting = {
    app,
    gate,
    kinds,
    log: platform.log,
    repeats: platform.repeats,
    mounted: new Set(),
    passed: options.passed,
  };
  const mount = mounter(mounting);
  const added = serverModules(platform, modules, env);
  for (const module of added) for (const kind of module.kinds) kinds.add(kind);
  for (const module of added) await module.routes(mount);
  const description = describeApi(registry, env.TITLE ?? 'PRDM', VERSION, { url: env.PUBLIC_URL });
  mount.raw(meContract.openapi, async (_input, _context, { reply }) => {
    await reply.send(description);
  });
  options.also?.(mount, kinds);
  mounting.mounted.add(meContract.live);
  await serveLive(app, meContract.live, { gate, live: platform.live, log: platform.log });

  const missing = registry.filter((endpoint) => !mounting.mounted.has(endpoint));
  if (missing.length > 0)
    throw new Error(`declared but not mounted: ${missing.map((endpoint) => endpoint.path).join(' ')}`);
  await serveWebClient(app);
  await app.ready();
  return app;
}
