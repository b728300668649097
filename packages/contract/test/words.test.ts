import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGS, localesDir, type Lang } from '@prdm/locales';
import { MODEL_REASONS, MODEL_STEPS, MODEL_WARNINGS } from '../src/models.ts';
import { PROCESS_ACTIONS } from '../src/processes/kinds.ts';
import { AREA_UNITS } from '../src/projects/areas.ts';
import { REVIEW_STATES } from '../src/processes/review.ts';
import { STAYS_BECAUSE, WORK_KINDS } from '../src/organisation/work.ts';
import * as status from '../src/status.ts';
import { TASK_ACTIONS } from '../src/tasks.ts';

/*
 * Screens add the code to a prefix and look up the text. A search for keys cannot follow this: a code without a text
 * would show its key.
 */
const WORDS: readonly [prefix: string, codes: readonly string[]][] = [
  ['models.step', MODEL_STEPS],
  ['models.reason', MODEL_REASONS],
  ['models.warning', MODEL_WARNINGS],
  ['status.model', status.MODEL_STATUS],
  ['status', status.STATUS_LABELS],
  ['organisation.status', status.STAFF_STATUS],
  ['projects.status', status.PROJECT_STATUS],
  ['projects.unit', AREA_UNITS],
  ['shell.notices.types', status.NOTICE_TYPES],
  ['processes.assignment', status.ASSIGNMENT_STATUS],
  ['processes.line', status.SIGN_MODES],
  ['processes.history', PROCESS_ACTIONS],
  ['processes.list', REVIEW_STATES],
  ['processes.list.empty', REVIEW_STATES],
  ['tasks.priority', status.PRIORITIES],
  ['tasks.action', TASK_ACTIONS],
  ['tasks.history', TASK_ACTIONS],
  ['files.rights.name', status.FOLDER_RIGHTS],
  ['files.rights.means', status.FOLDER_RIGHTS],
  ['organisation.leave.kind', WORK_KINDS],
  ['organisation.leave.why', STAYS_BECAUSE],
];

function wordOf(lang: Lang, key: string): unknown {
  const [file = '', ...path] = key.split('.');
  const texts: unknown = JSON.parse(readFileSync(`${localesDir}/${lang}/${file}.json`, 'utf8'));
  return path.reduce((at, part) => (at as Record<string, unknown> | undefined)?.[part], texts);
}

describe.each(LANGS)('every code on a screen has a text in %s', (lang) => {
  it.each(WORDS)('%s', (prefix, codes) => {
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.filter((code) => typeof wordOf(lang, `${prefix}.${code}`) !== 'string')).toEqual([]);
  });
});
