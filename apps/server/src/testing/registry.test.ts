import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { registry } from '@prdm/contract';
import { refsOf } from '@prdm/contract/kit';
import { openapi } from '@prdm/contract/me';
import { startApp, type TestApp } from './start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

/** Ids that name no record of ours, with the reason. */
const BARE_IDS = new Set<string>([]);

describe('the registry', () => {
  it('names no path twice with one method', () => {
    const names = registry.map(({ method, path }) => `${method} ${path}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.length).toBeGreaterThan(5);
  });

  it('refuses unknown fields everywhere', () => {
    const loose = registry.filter(({ input }) => {
      const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
      return schema.type !== 'object' || schema.additionalProperties !== false;
    });
    expect(loose.map(({ path }) => path)).toEqual([]);
  });

  it('has every id declared with what it names', () => {
    const undeclared = registry.flatMap((endpoint) => {
      const declared = new Set(refsOf(endpoint.input).map(({ path }) => path.join('.')));
      const shape = (endpoint.input.def as unknown as { shape?: Record<string, unknown> }).shape ?? {};
      return Object.keys(shape)
        .filter((name) => /(^|_)(id|ids|pid)$/.test(name))
        .filter((name) => ![...declared].some((path) => path === name || path.startsWith(`${name}.`)))
        .map((name) => `${endpoint.path} ${name}`)
        .filter((name) => !BARE_IDS.has(name));
    });
    expect(undeclared).toEqual([]);
  });

  it('bounds every text', () => {
    const unbounded = registry.flatMap(({ path, input }) =>
      unboundedIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), path),
    );
    expect(unbounded).toEqual([]);
  });

  it('closes every call but the public ones to strangers', async () => {
    const open: string[] = [];
    for (const endpoint of registry) {
      if (endpoint.access === 'public') continue;
      const response = await app.app.inject({ method: endpoint.method, url: endpoint.path.replace(/:\w+/g, 'x') });
      if (!response.body.includes('"code":5') && !(endpoint.method === 'HEAD' && response.statusCode >= 400))
        open.push(endpoint.path);
    }
    expect(open).toEqual([]);
  });

  it('is what the OpenAPI description says, and only for who is signed in', async () => {
    const token = await app.admin();
    const stranger = await app.app.inject({ method: 'GET', url: openapi.path });
    expect(stranger.json().code).toBe(5);
    const answer = await app.app.inject({ method: 'GET', url: openapi.path, headers: { 'x-token': token } });
    const description = answer.json<{ openapi: string; paths: Record<string, Record<string, unknown>> }>();
    expect(description.openapi).toBe('3.1.0');
    const described = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual(registry.map(({ method, path }) => `${method} ${path}`).toSorted());
  });
});

type Json = {
  type?: string;
  maxLength?: number;
  pattern?: string;
  enum?: unknown;
  const?: unknown;
  format?: string;
  properties?: Record<string, Json>;
  items?: Json;
  anyOf?: Json[];
  allOf?: Json[];
};

function unboundedIn(schema: unknown, path: string): string[] {
  const json = schema as Json;
  const inside = [
    ...Object.entries(json.properties ?? {}).flatMap(([name, value]) => unboundedIn(value, `${path} ${name}`)),
    ...(json.items ? unboundedIn(json.items, `${path}[]`) : []),
    ...[...(json.anyOf ?? []), ...(json.allOf ?? [])].flatMap((value) => unboundedIn(value, path)),
  ];
  const bounded =
    json.maxLength !== undefined || json.pattern !== undefined || json.enum !== undefined || json.const !== undefined;
  return json.type === 'string' && !bounded ? [path, ...inside] : inside;
}
