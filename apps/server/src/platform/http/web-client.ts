import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { closeApi } from './server.ts';

/** The program is for the people of an enterprise, so no search engine may list its pages. */
const ROBOTS = 'User-agent: *\nDisallow: /\n';

const WEB = new URL('../../../../web/dist/', import.meta.url).pathname;

/**
 * Serves the built web client: hashed assets are cached for ever, other files are revalidated. Every address outside /apis that is not a
 * file answers the page, whose router handles it.
 */
export async function serveWebClient(app: FastifyInstance, options: { root?: string } = {}): Promise<void> {
  const root = options.root ?? WEB;
  app.servesFiles = true;
  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400').send(ROBOTS),
  );
  const page = await readFile(join(root, 'index.html'), 'utf8').catch(() => null);
  if (page === null) {
    closeApi(app, null);
    return;
  }
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      void reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  closeApi(app, page);
}
