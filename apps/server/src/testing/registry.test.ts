import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { registry } from '@prdm/contract';
import { refsOf } from '@prdm/contract/kit';
import { openapi } from '@prdm/contract/me';
import { baseSetting } from '@prdm/contract/staff';
import { startApp, type TestApp } from './servers/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

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

  it('declares the record of every id, and the measure of every other number', () => {
    const undeclared = registry.flatMap(({ method, path, input }) => {
      try {
        refsOf(input);
        return [];
      } catch (error) {
        return [`${method} ${path} ${(error as Error).message}`];
      }
    });
    expect(undeclared).toEqual([]);
  });

  it('has no id in the schemas that are read beside an input (tools/rules/second-inputs.ts)', () => {
    expect(registry.flatMap(({ parts }) => (parts ? refsOf(parts) : []))).toEqual([]);
    // The one number with a meaning: the caller's own enterprise, else 1001.
    expect(refsOf(baseSetting.safeExtend({ enterprise_id: z.literal(1) }))).toEqual([]);
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

  it('matches the OpenAPI description, which only signed-in callers get', async () => {
    const token = await app.admin();
    const stranger = await app.app.inject({ method: 'GET', url: openapi.path });
    expect(stranger.json().code).toBe(5);
    const answer = await app.app.inject({ method: 'GET', url: openapi.path, headers: { 'x-token': token } });
    const description = answer.json<{ openapi: string; paths: Record<string, Record<string, unknown>> }>();
    expect(description.openapi).toBe('3.1.0');
    const described = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const declared = registry.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(described.toSorted()).toEqual(declared.toSorted());
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
