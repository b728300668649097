import { LANGS } from '@prdm/locales';
import { translate } from '../../../platform/translate.ts';

/** Names of the own check in all languages. A process keeps the language of its planner. */
const NAMES = LANGS.flatMap((lang) => translate(lang, 'processes.ownCheckNames').toLowerCase().split(' | '));

/**
 * True for the own check, which the authors of the work sign before other reviewers. It is the first of several stages
 * and has one of the known names. The position alone is not enough. Without an own check, the first stage belongs to
 * the proofreader, who may not be the designer (separation rule, decisions.md 5.2). `position` counts from 1, `count`
 * is the number of stages.
 */
export function isOwnCheck(stage: { readonly name: string; readonly position: number }, count: number): boolean {
  const name = stage.name.toLowerCase();
  return stage.position === 1 && count > 1 && NAMES.some((known) => name.includes(known));
}

interface Planned {
  readonly name: string;
  readonly position: number;
  readonly addedBy: number | null;
}

/** Same for a stage of a running round. Stages that were added during the review do not count. */
export function isOwnCheckIn(stages: readonly Planned[], stage: Planned): boolean {
  const planned = stages.filter((one) => one.addedBy === null);
  const before = planned.filter((one) => one.position < stage.position);
  return stage.addedBy === null && isOwnCheck({ name: stage.name, position: before.length + 1 }, planned.length);
}
