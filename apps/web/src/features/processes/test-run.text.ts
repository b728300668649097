import type { FoundReason, LeftReason } from '@prdm/contract/processes/templates';
import type { Translate } from '../../lib/i18n.ts';

/** Why a person is an executor of a stage, in words. */
export const reasonOf = (t: Translate, reason: FoundReason): string => t(`templates.reason.${reason}`);

/** People who are left out, each with the reason. */
export const whyOf = (t: Translate, left: readonly { readonly name: string; readonly why: LeftReason }[]): string =>
  left.map(({ name, why }) => t(`templates.leftOut.${why}`, { name })).join(' · ');
