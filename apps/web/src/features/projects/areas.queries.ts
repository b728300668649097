import { cityList, countryList, provinceList, COUNTRY_WITH_LISTS } from '@prdm/contract/areas/areas';
import { useApiQuery } from '../../lib/api/queries.ts';

/** The lists are files of the program. */
const FIXED = { staleTime: Infinity };

export const useCountries = () => useApiQuery(countryList, {}, FIXED);
export const useProvinces = () => useApiQuery(provinceList, { country: COUNTRY_WITH_LISTS }, FIXED);
export const useCities = (province: string) =>
  useApiQuery(cityList, { province }, { ...FIXED, enabled: /^\d{2}$/.test(province), keepOld: false });
