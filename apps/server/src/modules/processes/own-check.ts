import { LANGS } from '@prdm/locales';
import { translate } from '../../platform/translate.ts';

/** What institutes call it, in every language: a process keeps the words of whoever planned it. */
const NAMES = LANGS.flatMap((lang) => translate(lang, 'processes.ownCheckNames').toLowerCase().split(' | '));

/**
 * Whether a stage is the own check, which the authors of the work do themselves before others look at it: the first of several, and
 * called so. Its place alone says nothing: where nobody signs an own check, the first stage is that of the proofreader, who may not be
 * the designer (separation rule, decisions.md 5.2).
 * @param position from 1
 * @param count of the stages of the process
 */
export function isOwnCheck(stage: { readonly name: string; readonly position: number }, count: number): boolean {
  const name = stage.name.toLowerCase();
  return stage.position === 1 && count > 1 && NAMES.some((known) => name.includes(known));
}
