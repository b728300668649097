import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '@prdm/contract/limits';
import { info, updateField } from '@prdm/contract/me';
import { userIndex, userTree } from '@prdm/contract/organisation';
import { uploadImage } from '@prdm/contract/files/multipart';
import { buildPerson, PASSWORD, type BuiltPerson } from '../../../testing/worlds/builders.ts';
import { sendForm, type FormAnswer } from '../../../testing/worlds/forms.ts';
import { pngChunk, pngOf } from '../../../testing/worlds/pictures.ts';
import { bmpOf } from '../../../testing/worlds/poison-pictures.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let admin: string;

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
});
afterAll(() => app.stop());

const RED = pngOf(4, 4, [200, 30, 30]);
const BLUE = pngOf(4, 4, [30, 30, 200]);
const newcomer = async (): Promise<BuiltPerson & { token: string }> => {
  const person = await buildPerson(app);
  return { ...person, token: await app.signIn(person.account, PASSWORD) };
};
const send = (token: string | null, bytes: Buffer, texts: Record<string, string> = {}): Promise<FormAnswer> =>
  sendForm(`${app.address}${uploadImage.path}`, token, [
    ...Object.entries(texts),
    ['file', { bytes, name: '头像.png', type: 'text/html' }],
  ]);
const wear = (token: string, value: string) => app.call(updateField, { field: 'avatar', value }, { token });
const thumbOf = async (token: string): Promise<string> => (await app.call(info, {}, { token })).data.thumb;
const shown = (url: string) => fetch(app.address + url);
const bytesOf = async (url: string): Promise<Buffer> => Buffer.from(await (await shown(url)).arrayBuffer());
const flat = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: { r: 30, g: 90, b: 30 } } });

describe('an uploaded picture', () => {
  it('[API-055] answers url and turl, which both load; a picture that replaces it deletes it', async () => {
    const { token } = await newcomer();
    const first = await send(token, RED);
    expect(first).toMatchObject({ code: 0, msg: '操作成功' });
    expect(first.data.turl).not.toBe(first.data.url);
    expect(await bytesOf(first.data.url)).toEqual(RED);
    expect(await sharp(await bytesOf(first.data.turl)).metadata()).toMatchObject({
      format: 'webp',
      width: 4,
      height: 4,
    });
    const second = await send(token, BLUE, { uploadUrl: first.data.url, uploadTurl: first.data.turl });
    expect(second.code).toBe(0);
    for (const gone of [first.data.url, first.data.turl]) expect((await shown(gone)).status).toBe(404);
    expect(await bytesOf(second.data.url)).toEqual(BLUE);
    const third = await send(token, RED, { uploadTurl: second.data.turl });
    expect(third.code).toBe(0);
    expect((await shown(second.data.url)).status).toBe(404);
  });

  it('[API-055] of each kind has a thumbnail of 200 pixels with an address of its own', async () => {
    const { token } = await newcomer();
    const large = flat(500);
    for (const picture of [large.clone().png(), large.clone().jpeg(), large.clone().webp(), large.clone().gif()]) {
      const { data } = await send(token, await picture.toBuffer());
      expect(await sharp(await bytesOf(data.turl)).metadata()).toMatchObject({
        format: 'webp',
        width: 200,
        height: 200,
      });
      expect((await shown(data.turl)).headers.get('content-type')).toBe('image/webp');
    }
  }, 60_000);

  it('is served with its detected type, never the declared one, as immutable, and without scripts', async () => {
    const { token } = await newcomer();
    for (const [bytes, type] of [
      [RED, 'image/png'],
      [await flat(8).jpeg().toBuffer(), 'image/jpeg'],
      [await flat(8).webp().toBuffer(), 'image/webp'],
      [await flat(8).gif().toBuffer(), 'image/gif'],
      [bmpOf({ width: 8, height: 8, bits: 24 }, Buffer.alloc(192)), 'image/bmp'],
    ] as const) {
      const { data } = await send(token, bytes);
      const { headers } = await shown(data.url);
      expect(headers.get('content-type')).toBe(type);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
      const again = await fetch(app.address + data.url, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
      expect(again.status).toBe(304);
    }
  }, 60_000);

  it('is accepted and served whole at 10 MiB, and refused at one byte more', async () => {
    const { token } = await newcomer();
    // A chunk that no program knows fills the picture.
    const sized = (bytes: number) => {
      const rest = bytes - RED.length - 12;
      return Buffer.concat([RED.subarray(0, -12), pngChunk('prDm', randomBytes(rest)), RED.subarray(-12)]);
    };
    const full = sized(10 * 1024 * 1024);
    const { code, data } = await send(token, full);
    expect(code).toBe(0);
    expect(full.equals(Buffer.from(await (await shown(data.url)).arrayBuffer()))).toBe(true);
    expect(await send(token, sized(10 * 1024 * 1024 + 1))).toMatchObject({ code: 1015 });
  });

  it('is refused when it is no picture, too big in bytes or pixels, missing, duplicate, or has unknown parts', async () => {
    const { token, id } = await newcomer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    expect(await send(token, svg)).toMatchObject({ code: 1001, data: { field: 'file' } });
    expect(await send(token, bmpOf({ width: 10_000, height: 5001, bits: 1 }, Buffer.alloc(9)))).toMatchObject({
      code: 1001,
      msg: '图片不能超过 50 百万像素',
      data: { field: 'file' },
    });
    expect(await send(token, randomBytes(LIMITS.imageBytes + 1))).toMatchObject({ code: 1015 });
    expect(await send(token, randomBytes(3 * LIMITS.imageBytes))).toMatchObject({ code: 1015 });
    const address = `${app.address}${uploadImage.path}`;
    const file = { bytes: RED, name: 'a.png' };
    expect(await sendForm(address, token, [['uploadUrl', '']])).toMatchObject({ code: 1001, data: { field: 'file' } });
    expect(await sendForm(address, token, [['other', file]])).toMatchObject({ code: 1001, data: { field: 'other' } });
    const twice = [
      ['file', file],
      ['file', file],
    ] as const;
    expect(await sendForm(address, token, twice)).toMatchObject({ code: 1001 });
    const stray = [
      ['owner_id', '1'],
      ['file', file],
    ] as const;
    expect(await sendForm(address, token, stray)).toMatchObject({ code: 1001, data: { field: 'owner_id' } });
    const long = { uploadUrl: 'x'.repeat(5000) };
    expect(await send(token, RED, long)).toMatchObject({ code: 1001, data: { field: 'uploadUrl' } });
    expect(await send(null, RED)).toMatchObject({ code: 5 });
    const asForm = await fetch(address, { method: 'POST', headers: { 'x-token': token }, body: 'file=x' });
    expect(asForm.status).toBe(415);
    const type = 'multipart/form-data; boundary=x';
    for (const body of [
      '',
      '--x\r\n',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
    ]) {
      const broken = await fetch(address, {
        method: 'POST',
        headers: { 'x-token': token, 'content-type': type },
        body,
      });
      expect([400, 200]).toContain(broken.status);
      expect(((await broken.json()) as { code: number }).code).not.toBe(0);
    }
    const { rows } = await app.platform.db.pool.query('select 1 from image where owner_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('[S46] replaces only the sender’s own picture: no other’s picture, no path and no foreign address', async () => {
    const [owner, thief] = [await newcomer(), await newcomer()];
    const { data } = await send(owner.token, RED);
    const unknown = data.url.replace(/[0-9a-f]{32}/, '0'.repeat(32));
    for (const uploadUrl of [
      data.url,
      data.turl,
      unknown,
      '../../etc/passwd',
      'http://127.0.0.1/x.png',
      `${data.url}&x=1`,
    ]) {
      expect(await send(thief.token, BLUE, { uploadUrl })).toMatchObject({ code: 1005 });
      expect(await wear(thief.token, uploadUrl)).toMatchObject({ code: 1005 });
    }
    const mine = (await send(thief.token, BLUE)).data;
    const mixed = await send(thief.token, BLUE, { uploadUrl: mine.url, uploadTurl: data.turl });
    expect(mixed).toMatchObject({ code: 1005 });
    for (const kept of [data.url, data.turl, mine.url]) expect((await shown(kept)).status).toBe(200);
    expect(await thumbOf(thief.token)).toBe('');
    expect((await shown(unknown)).status).toBe(404);
  });

  it('[S46] keeps an own picture that a record shows', async () => {
    const { token, id } = await newcomer();
    const { url, turl } = (await send(token, RED)).data;
    await app.platform.db.pool.query('update image set used = true where owner_id = $1', [id]);
    for (const address of [url, turl]) {
      expect(await send(token, BLUE, { uploadUrl: address })).toMatchObject({ code: 1005 });
      expect(await wear(token, address)).toMatchObject({ code: 1005 });
      expect((await shown(address)).status).toBe(200);
    }
  });

  it('is deleted after a day without use; too many unused pictures are refused', async () => {
    const { token, id } = await newcomer();
    const first = (await send(token, RED)).data.url;
    const worn = (await send(token, BLUE)).data.url;
    await wear(token, worn);
    const sent = await Promise.all(Array.from({ length: LIMITS.imagesUnused + 3 }, () => send(token, RED)));
    expect(sent.filter(({ code }) => code === 0)).toHaveLength(LIMITS.imagesUnused - 1);
    expect(sent.filter(({ code }) => code === 1007)).toHaveLength(4);
    await app.platform.db.pool.query(`update image set created_at = now() - interval '25 hours' where owner_id = $1`, [
      id,
    ]);
    await app.modules.identity.sweep();
    expect((await shown(first)).status).toBe(404);
    expect((await shown(worn)).status).toBe(200);
  }, 120_000);
});

describe('the portrait', () => {
  it('[API-057] is changed by field and value, and all lists of people show it', async () => {
    const { token, id } = await newcomer();
    const { data } = await send(token, RED);
    expect(await wear(token, data.turl)).toMatchObject({ code: 0 });
    expect(await thumbOf(token)).toBe(data.turl);
    const seen = async () => {
      const { list } = (await app.call(userIndex, { ispage: 'not' }, { token: admin })).data;
      const { people } = (await app.call(userTree, {}, { token: admin })).data;
      const of = (rows: { id: number; thumb: string }[]) => rows.find((row) => row.id === id)?.thumb;
      return [of(list), of(people)];
    };
    expect(await seen()).toEqual([data.turl, data.turl]);
    const next = (await send(token, BLUE)).data.url;
    await wear(token, next);
    expect((await shown(data.url)).status).toBe(404);
    expect(await seen()).toEqual([next, next]);
    expect(await wear(token, '')).toMatchObject({ code: 0 });
    expect(await seen()).toEqual(['', '']);
    expect((await shown(next)).status).toBe(404);
    const { rows } = await app.platform.db.pool.query(
      `select event from action_log where user_id = $1 and event like 'identity.%' and event <> 'identity.signedIn' order by id`,
      [id],
    );
    const [sent, changed] = ['identity.imageStored', 'identity.avatarChanged'];
    expect(rows.map(({ event }) => event)).toEqual([sent, changed, sent, changed, changed]);
  });

  it('changes with the picture that replaces its own', async () => {
    const { token } = await newcomer();
    const { data } = await send(token, RED);
    await wear(token, data.url);
    const next = (await send(token, BLUE, { uploadUrl: data.url })).data;
    expect(await thumbOf(token)).toBe(next.turl);
  });

  it('may change between both addresses of one picture', async () => {
    const { token } = await newcomer();
    const { data } = await send(token, RED);
    await wear(token, data.url);
    expect(await wear(token, data.turl)).toMatchObject({ code: 0 });
    expect(await thumbOf(token)).toBe(data.turl);
    expect((await shown(data.turl)).status).toBe(200);
  });
});
