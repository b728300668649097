import { modelIndex, modelInfo } from '@prdm/contract/models';
import { inMemory } from './support/files.ts';
import { DRAW_MS, PARSE_MS, smallHouse, uploadModels } from './support/model.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 20_000 });

const NAME = '两版教学楼建筑模型.ifc';
/** A class that no version of IFC has. It counts as missed, with a long name and a long reason in English. */
const UNKNOWN = "#9001=IFCMAGICWALL('0tinyPrdm0000000000888',$,'X',$,$,#107,#106,$,$);\nENDSEC;\nEND-ISO";

test('on a phone the head of a model with versions shows its name and every button, and the table of completeness fits', async ({
  open,
  admin,
}) => {
  test.setTimeout(240_000);
  const house = smallHouse().replace('ENDSEC;\nEND-ISO', UNKNOWN);
  const { projectId, models } = await uploadModels(open, admin, {
    account: 'phone',
    project: '滨江幼儿园',
    files: { [NAME]: house },
  });
  const modelId = models[NAME] ?? 0;
  const { folder_id, file_id } = await admin.call(modelInfo, { id: modelId });
  const folder = await open(`/file/index?project_id=${projectId}&pid=${folder_id}&file=${file_id}`, {
    token: admin.token,
  });
  await folder.getByTestId('upload-version').setInputFiles(inMemory(NAME, house.replace("'南墙'", "'新南墙'")));
  const parsed = async () => {
    const { list } = await admin.call(modelIndex, { project_id: projectId });
    return list.map(({ version_no, status }) => `${version_no} ${status}`);
  };
  await expect.poll(parsed, { timeout: PARSE_MS }).toEqual(['2 parsed']);

  const visitor = { token: admin.token, lang: 'en', width: 390, height: 844 } as const;
  const page = await open(`/file/model/view?id=${modelId}&project_id=${projectId}`, visitor);
  await expect(page.getByRole('toolbar', { name: 'Model tools' })).toBeVisible({ timeout: DRAW_MS });
  const head = page.locator('.model-head');
  for (const inHead of [
    head.getByRole('heading', { name: NAME }),
    head.getByRole('combobox', { name: 'Version of the model' }),
    head.getByText('Parsed'),
    head.getByRole('button', { name: 'Completeness' }),
    head.getByRole('button', { name: 'Components and viewpoints' }),
    head.getByRole('button', { name: 'Properties' }),
  ])
    await expect(inHead).toBeInViewport({ ratio: 1 });
  expect((await head.getByRole('heading').boundingBox())?.width).toBeGreaterThan(150);

  await head.getByRole('button', { name: 'Completeness' }).click();
  const table = page.getByRole('dialog', { name: 'Completeness' });
  await expect(table.getByRole('rowheader', { name: 'IFCMAGICWALL' })).toBeInViewport({ ratio: 1 });
  const beyond = await table
    .locator('.model-completeness')
    .evaluate((box: { scrollWidth: number; clientWidth: number }) => box.scrollWidth - box.clientWidth);
  expect(beyond).toBe(0);
});
