import type { z } from 'zod';
import type { opinionIndex, opinionInfo, opinionRecord, OpinionRow } from '@prdm/contract/processes/opinions';
import { isUnresolved } from '../features/opinions/opinions.logic.ts';

/* Complete sample answers about opinions. A test overrides the fields it is about. */

const AT = '2026-03-02 10:00:00';
export const CHECKER = { id: 9, name: '王校核' };
export const DESIGNER = { id: 8, name: '陈设计' };

export const CAN_NOTHING: OpinionRow['can'] = {
  edit: false,
  del: false,
  reply: false,
  close: false,
  keep: false,
  reopen: false,
};
export const IN_WORDS: OpinionRow['place'] = { kind: 'text', name: '三层 5 轴', model: null, guid: null, file: null };
export const ON_WALL: OpinionRow['place'] = {
  kind: 'component',
  name: '南墙',
  model: { id: 4, name: '门诊楼.ifc', version_id: 20, version_no: 2 },
  guid: '0tinyPrdm0000000000106',
  file: null,
};

/** An open technical opinion of the checker, in words. */
export const opinionSample = (no: number, special: Partial<OpinionRow> = {}): OpinionRow => ({
  id: no + 100,
  no,
  round: 1,
  stage_name: '校核',
  position: 2,
  grade: 'technical',
  text: `梁高与建筑不符 ${no}`,
  state: 'open',
  place: IN_WORDS,
  author: CHECKER,
  for_user: null,
  created_at: AT,
  reply: null,
  ended: null,
  thread: [{ id: no, action: 'raise', user: CHECKER, for_user: null, text: '', at: AT }],
  blocks: false,
  version: 1,
  can: CAN_NOTHING,
  ...special,
});

/** The list as the server gives it: unresolved ones first, then by number. */
export function opinionList(rows: readonly OpinionRow[], canAdd = true): z.output<typeof opinionIndex.output> {
  const open = rows.filter(isUnresolved);
  const count = (grade: OpinionRow['grade']) => open.filter((row) => row.grade === grade).length;
  return {
    list: [...open, ...rows.filter((row) => !isUnresolved(row))],
    unresolved: { principle: count('principle'), technical: count('technical'), general: count('general') },
    can_add: canAdd,
  };
}

export const opinionInfoSample = (row: OpinionRow): z.output<typeof opinionInfo.output> => ({
  ...row,
  process_id: 1,
  pc_path: '/file/task/index?id=1',
  view:
    row.place.model === null
      ? null
      : {
          version: 1,
          origin: [0, 0, 0],
          camera: { position: [0, 0, 9], target: [0, 0, 0], projection: 'perspective' },
          sections: [],
          hidden: [],
          isolated: null,
          spaces: false,
          selection: row.place.guid === null ? [] : [row.place.guid],
        },
});

export const recordSample = (opinions: readonly OpinionRow[]): z.output<typeof opinionRecord.output> => ({
  enterprise_name: '设计院',
  project: { name: '滨江门诊楼', number: '2026-001' },
  name: '首层平面图',
  number: '2026-001-007',
  profession_name: '建筑',
  authors: [DESIGNER],
  rounds: [
    {
      round: 1,
      starter: DESIGNER,
      started_at: AT,
      signatures: [
        { position: 1, stage_name: '自校', user: DESIGNER, for_user: null, result: 'passed', at: AT },
        {
          position: 2,
          stage_name: '校核',
          user: CHECKER,
          for_user: { id: 10, name: '李总' },
          result: 'not_passed',
          at: AT,
        },
        {
          position: 3,
          stage_name: '审定',
          user: { id: 11, name: '周院' },
          for_user: null,
          result: 'waiting',
          at: null,
        },
      ],
    },
  ],
  opinions: [...opinions],
});
