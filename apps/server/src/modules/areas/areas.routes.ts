import * as contract from '@prdm/contract/areas/areas';
import type { Area } from '@prdm/contract/areas/areas';
import type { Mount } from '../../platform/http/mounting.ts';
import { cityList, countryList, provinceList } from './index.ts';

const whole = (list: readonly Area[]) => ({ list: [...list], total: list.length });

export function areasRoutes(mount: Mount): void {
  mount(contract.countryList, async (_input, { lang }) => whole(countryList(lang)));
  mount(contract.provinceList, async ({ country }, { lang }) => whole(provinceList(lang, country)));
  mount(contract.cityList, async ({ province }, { lang }) => whole(cityList(lang, province)));
}
