import dayjs from 'dayjs';
import type { Rule } from 'antd/es/form';
import { day } from '@prdm/contract/kit/fields';
import { translate } from '../../lib/i18n.ts';

/**
 * Rule of a field that holds a wire day where the call takes a moment. The call's own schema would reject a plain day.
 * `from` matches the picker's prop: a typed day can be earlier than the first day that the picker offers.
 */
export function dayRule(from?: 'today'): Rule {
  return {
    validator: (_rule, value: unknown) => {
      if (value === undefined || value === null || value === '') return Promise.resolve();
      const parsed = day().safeParse(value);
      if (!parsed.success) return Promise.reject(new Error(translate('validation.date')));
      if (from === 'today' && parsed.data < dayjs().format('YYYY-MM-DD'))
        return Promise.reject(new Error(translate('validation.past')));
      return Promise.resolve();
    },
  };
}
