import { screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DESIGNER, ON_WALL, opinionSample, recordSample } from '../../testing/opinion-samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [] } });
}, 60_000);
afterEach(() => app.leave());
afterAll(() => app.stop());

const cellsOf = (row: HTMLElement): (string | null)[] =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

test('the check record sheet has the head, the opinions by number and the signatures of each round', async () => {
  const at = '2026-03-02 11:00:00';
  app.data(
    '/apis/opinion/record',
    recordSample([
      opinionSample(1, {
        grade: 'principle',
        place: ON_WALL,
        state: 'closed',
        reply: { user: DESIGNER, text: '已加厚', at },
        ended: { user: { id: 9, name: '王校核' }, text: '', at },
      }),
      opinionSample(2, {
        place: { kind: 'file', name: '', model: null, guid: null, file: { id: 32, name: '平面.pdf', page: 3 } },
        state: 'kept',
        ended: { user: { id: 11, name: '周院' }, text: '业主已同意', at },
      }),
      opinionSample(3, { for_user: { id: 10, name: '李总' } }),
    ]),
  );
  app.open('/print/opinions?process=1');
  await screen.findByRole('heading', { name: '校审记录单' });
  for (const fact of ['滨江门诊楼', '2026-001-007', '建筑', '陈设计'])
    expect(screen.getAllByText(fact).length).toBeGreaterThan(0);
  const [opinions, signatures] = screen.getAllByRole('table');
  if (!opinions || !signatures) throw new Error('two tables');
  const [, ...rows] = within(opinions).getAllByRole('row');
  expect(rows.map(cellsOf)).toEqual([
    ['1', '南墙（门诊楼.ifc）', '原则性', '梁高与建筑不符 1', '王校核第 1 轮校核', '已加厚陈设计', '王校核'],
    ['2', '平面.pdf 第 3 页', '技术性', '梁高与建筑不符 2', '王校核第 1 轮校核', '', '周院保留：业主已同意'],
    ['3', '三层 5 轴', '技术性', '梁高与建筑不符 3', '王校核（代李总）第 1 轮校核', '', '未答复'],
  ]);
  const [, ...signed] = within(signatures).getAllByRole('row');
  expect(signed.map(cellsOf)).toEqual([
    ['自校', '陈设计', '通过', '2026-03-02 10:00:00', ''],
    ['校核', '王校核（代李总）', '不通过', '2026-03-02 10:00:00', ''],
    ['审定', '周院', '未签署', '', ''],
  ]);
});

test('an address without a review says so', async () => {
  app.open('/print/opinions');
  await screen.findByText('地址中没有审核');
});
