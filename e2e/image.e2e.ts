import type { Locator, Page } from '@playwright/test';
import { info } from '@prdm/contract/projects';
import { pngOf } from '../apps/server/src/testing/worlds/pictures.ts';
import { bmpOf } from '../apps/server/src/testing/worlds/poison-pictures.ts';
import { expectAccessible } from './support/axe.ts';
import { buildProject } from './support/furnish.ts';
import { dialog } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const png = (name: string, width: number, height: number) => ({
  name,
  mimeType: 'image/png',
  buffer: pngOf(width, height, [40, 120, 200]),
});
const RED = png('red.png', 640, 360);
const TITLE = '项目封面';
const toasts = (page: Page): Locator => page.locator('.toast');
const previews = (box: Locator): Locator => box.getByRole('img', { name: /^预览/ });

async function drop(box: Locator, files: readonly { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, text: buffer.toString('base64') }));
  // As text: the types of a page are not those of a test.
  const data = await box.page().evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const { name, mimeType, text } of ${JSON.stringify(given)}) {
      const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type: mimeType }));
    }
    return transfer;
  })()`);
  await box.getByRole('button', { name: /选择图片|换一张图片/ }).dispatchEvent('drop', { dataTransfer: data });
}

test('[SH-024] [VA-028] [VA-029] [ST-034] [ER-010] [EN-023] a cover is chosen, refused, cropped, sent and shown', async ({
  open,
  admin,
}) => {
  const { id: managerId } = await admin.addPerson({ account: 'cover.one', name: '封一' });
  const project = await buildProject(admin, { name: '封面项目', managerId });
  const page = await open(`/project/detail?id=${project.id}&tab=settings`, { token: admin.token, width: 1920 });
  await page.getByRole('button', { name: '选择封面' }).click();
  const box = dialog(page, TITLE);
  await expect.poll(async () => ((await box.boundingBox())?.width ?? 0) / 1920).toBeCloseTo(0.328, 3);
  await expectAccessible(page, 'image dialog, empty');

  await box.getByRole('button', { name: '保存' }).click();
  await expect(box.getByRole('alert')).toHaveText('请上传图片！');
  const chooser = box.getByLabel('选择图片');
  await chooser.setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  await expect(box.getByRole('alert')).toHaveText('请选择 GIF、JPG、PNG、BMP 或 WebP 图片');
  await expect(previews(box)).toHaveCount(0);
  const large = { ...RED, buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
  await chooser.setInputFiles(large);
  await expect(box.getByRole('alert')).toHaveText('图片不能超过 10 MB');
  await chooser.setInputFiles({ ...RED, buffer: Buffer.from('no picture') });
  await expect(box.getByRole('alert')).toHaveText('图片已损坏，无法读取');

  await drop(box, [RED, png('second.png', 100, 400)]);
  await expect(box.getByRole('alert')).toHaveText('一次只能选择一张图片，已采用第一张');
  await expect(previews(box)).toHaveCount(2);
  await expectAccessible(page, 'image dialog, chosen');
  const bitmap = bmpOf({ width: 64, height: 36, bits: 24 }, Buffer.alloc(64 * 36 * 3, 90));
  await chooser.setInputFiles({ name: 'a.bmp', mimeType: 'image/bmp', buffer: bitmap });
  await expect(box.getByRole('alert')).toHaveCount(0);
  await expect(previews(box)).toHaveCount(2);

  await page.route('**/apis/upload/image', (route) => route.abort('internetdisconnected'), { times: 1 });
  const cut = page.waitForEvent('requestfailed');
  await box.getByRole('button', { name: '保存' }).click();
  await cut;
  await expect(box.getByRole('button', { name: '保存' })).toBeEnabled();
  await expect(toasts(page)).toHaveCount(0);
  await page.route('**/apis/upload/image', (route) => route.fulfill({ json: { code: 1, msg: 'M', data: null } }), {
    times: 1,
  });
  await box.getByRole('button', { name: '保存' }).click();
  await expect(toasts(page)).toHaveText(/M/);
  await expect(toasts(page)).toHaveAttribute('data-kind', 'error');
  await expect(box).toBeVisible();

  const answered = page.waitForResponse('**/apis/upload/image');
  await box.getByRole('button', { name: '保存' }).click();
  const { data } = (await (await answered).json()) as { data: { url: string; turl: string } };
  await expect(box).toHaveCount(0);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.locator('.project-head img.project-cover')).toBeVisible();
  // The thumbnail is what the dialog calls thumb_url.
  expect((await admin.call(info, { project_id: project.id })).thumb).toBe(data.turl);
  expect(data.turl).not.toBe(data.url);
  await page.goto('/project/index');
  await expect
    .poll(() => page.evaluate<number>(`document.querySelector('.project-name img')?.naturalWidth ?? 0`))
    .toBe(200);
});

test('[ST-034] cancel sends nothing; a phone shows the dialog in its full width', async ({ open, admin }) => {
  const { id: managerId } = await admin.addPerson({ account: 'cover.two', name: '封二' });
  const project = await buildProject(admin, { name: '无封面', managerId });
  const page = await open(`/project/detail?id=${project.id}&tab=settings`, { token: admin.token, width: 390 });
  const sent: string[] = [];
  page.on('request', (request) => void (request.url().includes('upload/image') && sent.push(request.url())));
  await page.getByRole('button', { name: '选择封面' }).click();
  const box = dialog(page, TITLE);
  await box.getByLabel('选择图片').setInputFiles(RED);
  await expect(previews(box)).toHaveCount(2);
  await expect.poll(async () => (await box.boundingBox())?.width ?? 0).toBeCloseTo(390, 0);
  await box.getByRole('button', { name: '取消' }).click();
  await expect(box).toHaveCount(0);
  await expect(page.getByRole('button', { name: '选择封面' })).toBeVisible();
  expect(sent).toEqual([]);
});
