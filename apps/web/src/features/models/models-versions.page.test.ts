import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import type { modelInfo, viewpointInfo } from '@prdm/contract/models';
import { modelSample, projectInfo } from '../../testing/samples.ts';
import type { Seen } from '../../testing/wire.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

/* Tests which version of a model an address opens. There is no 3D here, so the requests of the page count. */
let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [] } });
}, 60_000);
beforeEach(() => {
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
  app.says('/apis/model/info', ({ url }) => ({ body: { code: 0, msg: '', data: infoOf(versionIn(url)) } }));
});
afterEach(() => app.leave());
afterAll(() => app.stop());

const OLD = 10;
const NEW = 20;
const versionIn = (url: string): number => Number(new URL(url, 'http://x').searchParams.get('version_id') ?? NEW);
const requestsTo = (path: string): Seen[] => app.wire.seen.filter(({ url }) => url.startsWith(path));

const versions = ([NEW, OLD] as const).map((version_id) => ({
  version_id,
  version_no: version_id / 10,
  status: 'parsed' as const,
  progress: 100,
  reason: null,
  reason_text: '',
  uploaded_at: '2026-03-02 09:00:00',
  uploader: '陈思远',
  size: 4096,
  openable: true,
  newest: version_id === NEW,
}));

function infoOf(version: number): z.output<typeof modelInfo.output> {
  const { uploader: _uploader, ...row } = modelSample({ id: 4, name: '门诊楼.ifc' });
  return {
    ...row,
    thumb: 1,
    version_no: version / 10,
    version_id: version,
    is_newest: version === NEW,
    versions,
    project_name: '滨江门诊楼',
    viewable: { version_id: version, version_no: version / 10, bytes: 10, converter: 1, outdated: false },
    units: {},
    classes: [],
    alignments: [],
    coordinates: null,
    storeys: [],
    can: { reparse: false, replace: false, viewpoint: true, picture: false },
  };
}

const viewpoint = (version_id: number | null): z.output<typeof viewpointInfo.output> => ({
  id: 7,
  model_id: 4,
  name: '隔墙',
  state: {
    version: 1,
    origin: [0, 0, 0],
    camera: { position: [0, 0, 9], target: [0, 0, 0], projection: 'perspective' },
    sections: [],
    hidden: [],
    isolated: null,
    spaces: false,
    selection: [],
  },
  has_thumb: false,
  created_by: 5,
  created_by_name: '张三',
  created_at: '2026-03-02 10:00:00',
  version: 1,
  version_id,
  version_no: version_id === null ? null : version_id / 10,
  is_newest: version_id !== OLD,
  comment_count: 0,
  can: { edit: false, del: false },
  comments: [],
});

const shown = () => screen.findByRole<HTMLSelectElement>('combobox', { name: '模型版本' });

test('without a version the newest is shown, and choosing another one puts it into the address', async () => {
  app.open('/file/model/view?id=4&project_id=3');
  expect((await shown()).value).toBe(String(NEW));
  const names = within(await shown())
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['第 2 版（最新） · 2026-03-02 · 陈思远', '第 1 版 · 2026-03-02 · 陈思远']);
  await userEvent.selectOptions(await shown(), String(OLD));
  await waitFor(() => expect(location.search).toContain(`version_id=${OLD}`));
  await waitFor(async () => expect((await shown()).value).toBe(String(OLD)));
  await userEvent.selectOptions(await shown(), String(NEW));
  await waitFor(() => expect(location.search).not.toContain('version_id'));
});

test('a viewpoint in the address opens in its own version', async () => {
  app.data('/apis/viewpoint/info', viewpoint(OLD));
  app.open('/file/model/view?id=4&project_id=3&vp=7');
  await waitFor(async () => expect((await shown()).value).toBe(String(OLD)));
});

test('a version in the address has priority, and the page names the version of the viewpoint', async () => {
  app.data('/apis/viewpoint/info', viewpoint(OLD));
  app.open(`/file/model/view?id=4&project_id=3&vp=7&version_id=${NEW}`);
  await screen.findByText('该视点保存于第 1 版');
  expect((await shown()).value).toBe(String(NEW));
  await userEvent.click(screen.getByRole('button', { name: '在该版本中打开' }));
  await waitFor(async () => expect((await shown()).value).toBe(String(OLD)));
  expect(screen.queryByText('该视点保存于第 1 版')).toBeNull();
});

test('a viewpoint saved before versions existed opens in the newest', async () => {
  app.data('/apis/viewpoint/info', viewpoint(null));
  app.open('/file/model/view?id=4&project_id=3&vp=7');
  expect((await shown()).value).toBe(String(NEW));
  expect(requestsTo('/apis/viewpoint/info').length).toBeGreaterThan(0);
});
