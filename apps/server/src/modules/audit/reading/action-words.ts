import { actionWords } from '@prdm/contract/kit/action-events';
import type { Lang } from '@prdm/locales';
import { keyInData } from '@prdm/locales/text-key';
import { hasText, translate } from '../../../platform/translate.ts';

/** The first of the texts that exists, or undefined. */
export const firstText = (lang: Lang, keys: readonly string[]): string | undefined => {
  const key = keys.find((one) => hasText(lang, one));
  return key === undefined ? undefined : translate(lang, keyInData(key));
};

/** An event in the reader's language. An event of an older version shows its name. */
export function actionText(lang: Lang, event: string): string {
  const words = actionWords(event);
  if (words === undefined) return event;
  const noun = words.noun === undefined ? '' : translate(lang, keyInData(words.noun));
  return translate(lang, keyInData(words.key), { noun });
}

/** A kind of records in the reader's language. */
export const kindText = (lang: Lang, kind: string): string =>
  firstText(lang, [`action-log.kind.${kind}`, `entities.one.${kind}`]) ?? kind;

/** A field in the reader's language. Days of the calendar are fields too and stay as they are. */
export const fieldText = (lang: Lang, field: string): string =>
  firstText(lang, [
    `action-log.field.${field}`,
    `entities.field.${field}`,
    `organisation.field.${field}`,
    `projects.field.${field}`,
    `tasks.field.${field}`,
    `roles.right.module_permission.${field}`,
    `shell.notices.types.${field}`,
  ]) ?? field;
