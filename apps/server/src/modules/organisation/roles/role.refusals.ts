import { CODES } from '@prdm/contract/codes';
import type { Principal } from '@prdm/access';
import type { Lang } from '@prdm/locales';
import { keyInData } from '@prdm/locales/text-key';
import { fail, type AppError } from '../../../platform/errors.ts';
import { translate } from '../../../platform/translate.ts';
import { lackOf, type GrantingRole, type Lack } from './role.rules.ts';

/** The name of a right in the reader's language. A text key cannot hold the dash of a node. */
export const rightName = (lang: Lang, { part, key }: Lack): string =>
  translate(lang, keyInData(`roles.right.${part}.${key.replace(/^home-/, '').replace('-', '_')}`));

/** 1005 with the right that the caller lacks, by default at its part of the form. */
const refusalOf = (lang: Lang, lack: Lack, field?: string): AppError =>
  fail.of(CODES.denied, 'roles.lacking', {
    field: field ?? (lack.part === 'module_permission' ? `module_permission.${lack.key}` : lack.part),
    lacking: lack.key,
    params: { right: rightName(lang, lack) },
  });

/** Throws 1005 when the role holds what the caller lacks. `place`: the project in which it is given, and the field. */
export function refuseLack(
  lang: Lang,
  caller: Principal,
  role: Omit<GrantingRole, 'key'>,
  place?: { readonly projectId: number; readonly field: string },
): void {
  const lack = lackOf(caller, role, place?.projectId);
  if (lack) throw refusalOf(lang, lack, place?.field);
}
