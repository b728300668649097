import { describe, expect, test } from 'vitest';
import { BadChoice, choiceOf } from './choice.ts';

const GROUPS = ['static', 'unit', 'browser', 'faults'];
const none = { only: null, shard: null, changed: null };

test.each([
  [[], none],
  [['--only=unit'], { ...none, only: 'unit' }],
  [['--only', 'unit'], { ...none, only: 'unit' }],
  [['--shard=1/1'], { ...none, shard: { index: 1, count: 1 } }],
  [['--shard', '3/3'], { ...none, shard: { index: 3, count: 3 } }],
  [['--changed'], { ...none, changed: true }],
  [['--changed=HEAD~2'], { ...none, changed: 'HEAD~2' }],
  [['--changed', 'a1b2c3'], { ...none, changed: 'a1b2c3' }],
  [['--changed', '--shard=2/3', '--only=browser'], { only: 'browser', shard: { index: 2, count: 3 }, changed: true }],
])('%j is understood', (args, choice) => {
  expect(choiceOf(args, GROUPS)).toEqual(choice);
});

describe('invalid options are refused with a list of valid ones', () => {
  test.each([
    [['--shrad=1/3'], 'does not know "--shrad=1/3"; it knows --only'],
    [['e2e/files.e2e.ts'], 'does not know "e2e/files.e2e.ts"'],
    [['--only=units'], '--only takes one of static, unit, browser, faults, not "units"'],
    [['--only'], 'not ""'],
    [['--shard'], '--shard takes <i>/<n>, such as 1/3'],
    [['--shard='], 'not ""'],
    [['--shard=0/3'], 'not "0/3"'],
    [['--shard=4/3'], 'not "4/3"'],
    [['--shard=1/0'], 'not "1/0"'],
    [['--shard=1'], 'not "1"'],
    [['--shard=1/3/3'], 'not "1/3/3"'],
    [['--shard=-1/3'], 'not "-1/3"'],
    [['--shard=1.5/3'], 'not "1.5/3"'],
    [['--shard=1/101'], 'at most 100'],
    [['--shard=1/3', '--shard=2/3'], '--shard stands there twice'],
    [['--changed='], '--changed takes a commit, not ""'],
    [['--changed=--output=x'], '--changed takes a commit, not "--output=x"'],
    [['--changed=a b'], 'not "a b"'],
    [['--only=faults', '--shard=1/2'], 'the long suite runs whole'],
    [['--changed', '--only=faults'], 'the long suite runs whole'],
  ])('%j', (args, message) => {
    expect(() => choiceOf(args, GROUPS)).toThrow(BadChoice);
    expect(() => choiceOf(args, GROUPS)).toThrow(message);
  });
});
