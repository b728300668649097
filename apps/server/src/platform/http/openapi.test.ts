import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '@prdm/contract';
import { imageFields, uploadImage } from '@prdm/contract/files/multipart';
import { buildFolder, buildPerson, buildProject, PASSWORD } from '../../testing/worlds/builders.ts';
import { sendForm } from '../../testing/worlds/forms.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { describeApi } from './openapi.ts';

interface Described {
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Record<string, { schema: { properties: Record<string, object>; required: string[] } }>;
  };
  readonly responses: { '200': { content?: Record<string, { schema: { oneOf: { required: string[] }[] } }> } };
}
const paths = describeApi(registry, '', '').paths as Record<string, Record<string, Described>>;
const operationOf = ({ method, path }: { method: string; path: string }) => paths[path]?.[method.toLowerCase()];

const FORM = 'multipart/form-data';
const forms = registry.filter(({ transport }) => transport === 'multipart');

let app: TestApp;
let token: string;
let admin: string;
let pid: number;
beforeAll(async () => {
  app = await startApp({ works: false });
  const manager = await buildPerson(app);
  admin = await app.admin();
  token = await app.signIn(manager.account, PASSWORD);
  const { id: projectId } = await buildProject(app, { managerId: manager.id });
  pid = await buildFolder(app, { projectId, by: manager.id });
});
afterAll(() => app.stop());

it('exactly the calls with a file are described as multipart forms', () => {
  const described = registry.filter((endpoint) => FORM in (operationOf(endpoint)?.requestBody?.content ?? {}));
  expect(described.map(({ path }) => path)).toEqual(forms.map(({ path }) => path));
  expect(forms.length).toBeGreaterThan(0);
});

it('the upload of a picture may name the replaced pictures in text parts', () => {
  const { properties } = operationOf(uploadImage)?.requestBody?.content[FORM]?.schema ?? {};
  expect(Object.keys(properties ?? {})).toEqual([...Object.keys(imageFields.shape), 'file']);
});

describe.each(forms.map((endpoint) => [endpoint.path, endpoint] as const))('%s', (path, endpoint) => {
  const { requestBody, responses } = operationOf(endpoint) ?? {};
  const { properties, required } = requestBody?.content[FORM]?.schema ?? { properties: {}, required: [] };
  const texts = Object.keys(properties).filter((name) => name !== 'file');

  /** The error of the server about the parts of a form. The file is not a picture, so it may be the reason. */
  async function wrongWith(parts: Parameters<typeof sendForm>[2]): Promise<string | undefined> {
    const query = 'pid' in (endpoint.input as unknown as { shape: object }).shape ? `?pid=${pid}` : '';
    const { code, data } = await sendForm(
      `${app.address}${path}${query}`,
      path.endsWith('/import') ? admin : token,
      parts,
    );
    return code === 1001 ? data.field : undefined;
  }
  const file = ['file', { bytes: Buffer.from('text'), name: 'a.txt' }] as const;

  it('accepts the described parts and no others', async () => {
    expect(properties.file).toMatchObject({ type: 'string', format: 'binary' });
    expect(texts).not.toContain(await wrongWith([...texts.map((name) => [name, ''] as const), file]));
    expect(await wrongWith([['other', 'x'], file])).toBe('other');
  });

  it('requires the parts that are described as required', async () => {
    expect(requestBody?.required).toBe(true);
    expect(required).toEqual(['file']);
    expect(await wrongWith(texts.map((name) => [name, ''] as const))).toBe('file');
  });

  it('answers in the envelope', () => {
    expect(responses?.['200'].content?.['application/json']?.schema.oneOf[0]?.required).toEqual([
      'code',
      'msg',
      'data',
    ]);
  });
});
