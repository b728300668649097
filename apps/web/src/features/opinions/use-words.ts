import type { OpinionRow } from '@prdm/contract/processes/opinions';
import { useT } from '../../lib/i18n.ts';

type Person = { readonly name: string };

/** The name of a person, with the person for whom a deputy acted. */
export function usePersonWords(): (user: Person, forUser: Person | null) => string {
  const t = useT();
  return (user, forUser) =>
    forUser === null ? user.name : t('opinion-pages.list.for', { name: user.name, other: forUser.name });
}

/** The words of a place. Empty for a place in words that were left out. */
export function usePlaceWords(): (place: OpinionRow['place']) => string {
  const t = useT();
  return ({ name, file, model }) => {
    if (file !== null && file.page !== null) return t('opinion-pages.list.page', { name: file.name, page: file.page });
    if (file !== null) return file.name;
    // Several storeys and models have components of one name.
    if (name !== '' && model !== null) return t('opinion-pages.list.inModel', { name, model: model.name });
    return name === '' ? (model?.name ?? '') : name;
  };
}
