import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '@prdm/contract/kit';
import { changesOf, classOf, linesByClass } from './golden.ts';

const HEAD = 'endpoint,actor,own,sister\n';
const call = (path: `/apis/${string}`, access: Parameters<typeof classOf>[0]) =>
  endpoint({ method: 'GET', path, access, input: z.strictObject({}), output: z.null() });

describe('the accepted access matrix', () => {
  it('lists new, changed and removed rows', () => {
    const before = `${HEAD}GET /a,x,passed,444\nGET /a,y,1005,444\nGET /b,x,passed,\n`;
    const after = `${HEAD}GET /a,x,passed,passed\nGET /a,y,1005,444\nGET /c,x,passed,\n`;
    expect(changesOf(before, after)).toEqual([
      { sign: '~', endpoint: 'GET /a', actor: 'x', cells: 'passed 444 -> passed passed' },
      { sign: '+', endpoint: 'GET /c', actor: 'x', cells: 'passed ' },
      { sign: '-', endpoint: 'GET /b', actor: 'x', cells: 'passed ' },
    ]);
    expect(changesOf(after, after)).toEqual([]);
  });

  it('groups them by access class, actors with equal cells together', () => {
    const node = call('/apis/node', { scope: 'project', anyOf: ['Task-add', 'Task-all'] });
    const changes = changesOf(
      HEAD,
      `${HEAD}GET /apis/node,a,passed,444\nGET /apis/node,b,passed,444\nGET /apis/open,a,passed,\nGET /apis/gone,a,5,\n`,
    );
    expect(linesByClass(changes, [node, call('/apis/open', 'public')])).toBe(
      [
        'no longer in the registry\n  + GET /apis/gone\n      5   a',
        'project: Task-add or Task-all\n  + GET /apis/node\n      passed 444  a b',
        'public\n  + GET /apis/open\n      passed   a',
      ].join('\n\n'),
    );
  });
});
