import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ref } from '@prdm/contract/kit';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { plantedSpec, planted, plantEntity, servePlanted } from '../../testing/worlds/planted-entity.ts';
import type { EntityCalls } from './index.ts';

/** Behaviour of the kit that no entity of the product needs yet. */
let app: TestApp;
let served: FastifyInstance;
beforeAll(async () => {
  app = await startApp({ works: false });
  served = await servePlanted(app);
}, 120_000);
afterAll(async () => {
  await served.close();
  await app.stop();
}, 60_000);

describe('a description', () => {
  const withCall = (name: 'add' | 'edit', field: string, schema: z.ZodType): EntityCalls<'industry'> => {
    const input = (planted[name].input as unknown as z.ZodObject).extend({ [field]: schema });
    return { ...planted, [name]: { ...planted[name], input } } as unknown as EntityCalls<'industry'>;
  };
  it.each([
    ['profession_id', ref('profession')],
    ['profession_id', ref('stage', 'choose')],
    ['profession_ids', z.array(ref('profession'))],
  ])('with an id %s that is not chosen is refused', (field, schema) => {
    for (const name of ['add', 'edit'] as const)
      expect(() => plantEntity(app, plantedSpec(withCall(name, field, schema)))).toThrow(
        `industry: the id "${field}" of ${planted[name].path} must be ref('profession', 'choose')`,
      );
  });
});
