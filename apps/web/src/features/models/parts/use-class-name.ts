import { useCallback } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { classKey, type ShowClass } from '../models.logic.ts';

/** Classes in the reader's words: wall, not IFCWALLSTANDARDCASE. One without a word of ours keeps its own spelling. */
export function useClassName(): ShowClass {
  const t = useT();
  return useCallback((ifcClass) => t(`ifc.${classKey(ifcClass)}`, { defaultValue: ifcClass }), [t]);
}
