import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as files from '@prdm/contract/files';
import { buildFile, buildPerson, buildProject, PASSWORD, type BuiltFile } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { disposition } from '../../../platform/http/content-disposition.ts';

/** Files of users are shown on the product's own origin: no content may run there, and none may be read as a page. */
let app: TestApp;
let projectId: number;
let managerId: number;
let token: string;

beforeAll(async () => {
  app = await startApp({ works: false });
  const manager = await buildPerson(app);
  managerId = manager.id;
  token = await app.signIn(manager.account, PASSWORD);
  projectId = (await buildProject(app, { managerId })).id;
}, 60_000);
afterAll(() => app.stop());

const build = (name: string, content: Buffer | string): Promise<BuiltFile> =>
  buildFile(app, { projectId, by: managerId, name, bytes: content });
const preview = (file: BuiltFile) => app.call(files.preview, { file_id: file.id }, { token });
async function get(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.address}${url}`, { headers });
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, header: (name: string) => response.headers.get(name) ?? '', body };
}
/** Headers that every answer with a user's bytes must have. */
function expectHarmless({ header }: Awaited<ReturnType<typeof get>>, isPdf = false): void {
  expect(header('x-content-type-options')).toBe('nosniff');
  expect(header('cross-origin-resource-policy')).toBe('same-origin');
  expect(header('referrer-policy')).toBe('same-origin'); // a link in a document does not send the signed address
  const policy = header('content-security-policy').split('; ');
  expect(policy[0]).toBe("default-src 'none'");
  expect(policy.filter((rule) => /^(script|connect|frame|worker|form)-/.test(rule))).toEqual(
    isPdf ? ["frame-ancestors 'self'"] : ["frame-ancestors 'none'"],
  );
  expect(policy.includes('sandbox')).toBe(!isPdf);
}

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const PAGE = '<html><body><script>parent.document.title = "ran"</script></body></html>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>';

describe('a file shown in the browser', () => {
  it.each<[string, Buffer | string, string]>([
    ['图.png', PNG, 'image/png'],
    ['图.JPG', Buffer.from('ffd8ffe000104a46', 'hex'), 'image/jpeg'],
    ['动.gif', 'GIF89a....', 'image/gif'],
    ['位.bmp', 'BM......', 'image/bmp'],
    ['网.webp', 'RIFF....WEBPVP8 ', 'image/webp'],
    ['书.pdf', '%PDF-1.7\n', 'application/pdf'],
    ['中.txt', '中文', 'text/plain; charset=utf-8'],
    ['旧.txt', Buffer.from('d6d0cec4', 'hex'), 'text/plain; charset=gb18030'],
    ['页.txt', PAGE, 'text/plain; charset=utf-8'],
    ['矢.txt', SVG, 'text/plain; charset=utf-8'],
    ['双.pdf', `%PDF-1.7\n${PAGE}`, 'application/pdf'],
    ['双.gif', `GIF89a${PAGE}`, 'image/gif'],
  ])('shows %s with the type of its extension and first bytes', async (name, content, type) => {
    const file = await build(name, content);
    const { data } = await preview(file);
    const isPdf = type === 'application/pdf';
    const whole = await get(data.url);
    expect([whole.status, whole.header('content-type')]).toEqual([200, type]);
    expect(whole.header('content-disposition')).toMatch(/^inline; filename="/);
    expect(whole.body.equals(Buffer.from(content))).toBe(true);
    const part = await get(data.url, { range: 'bytes=0-1' });
    expect([part.status, part.header('content-type')]).toEqual([206, type]);
    const beyond = await get(data.url, { range: 'bytes=99999-' });
    expect([beyond.status, beyond.header('content-type')]).toEqual([416, 'text/plain']);
    for (const answer of [whole, part, beyond]) expectHarmless(answer, isPdf);
  });

  it.each([
    ['假.png', PAGE],
    ['假.jpg', SVG],
    ['假.gif', `<svg onload="alert(1)"/>GIF89a`],
    ['假.pdf', PAGE],
    ['后.pdf', `${PAGE}%PDF-1.7`],
    ['二.txt', Buffer.from([0x41, 0, 0x42])],
    ['矢.svg', SVG],
    ['页.html', PAGE],
    ['页.xhtml', PAGE],
    ['表.xml', '<?xml-stylesheet href="x.xsl"?><a/>'],
    ['页.pdf.html', `%PDF-1.7\n${PAGE}`],
    ['模.ifc', 'ISO-10303-21;'],
    ['无', 'x'],
  ])('saves %s to the disk and never shows it', async (name, content) => {
    const file = await build(name, content);
    expect((await preview(file)).code).toBe(1008);
    const { data } = await app.call(files.download, { file_id: file.id }, { token });
    const saved = await get(data.url);
    expect([saved.status, saved.header('content-type')]).toEqual([200, 'application/octet-stream']);
    expect(saved.header('content-disposition')).toMatch(/^attachment; filename="/);
    expectHarmless(saved);
  });

  it('no name ends its quotes', () => {
    expect(disposition('a";x=.svg\r\nX: y', false)).toBe(
      'attachment; filename="a_;x=.svg__X: y"; filename*=UTF-8\'\'a%22%3Bx%3D.svg%0D%0AX%3A%20y',
    );
    expect(disposition("图'(1)*.dwg", true)).toBe(
      "inline; filename=\"_'(1)*.dwg\"; filename*=UTF-8''%E5%9B%BE%27%281%29%2A.dwg",
    );
  });
});
