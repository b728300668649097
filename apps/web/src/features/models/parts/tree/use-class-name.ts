import { useCallback } from 'react';
import { useT, keyInData } from '../../../../lib/i18n.ts';
import { classKey, type ShowClass } from '../../models.logic.ts';

/** Translates classes: wall, not IFCWALLSTANDARDCASE. A class without a translation keeps its name. */
export function useClassName(): ShowClass {
  const t = useT();
  return useCallback((ifcClass) => t(keyInData(`ifc.${classKey(ifcClass)}`), { defaultValue: ifcClass }), [t]);
}
