import { ACTION_EVENTS, actionEvents, actionWords, type ActionArea } from '@prdm/contract/kit/action-events';
import { keyInData, type Translate } from '../../lib/i18n.ts';

/** The parameters of the address that filter the log. */
export const LOG_FILTERS = ['user_id', 'area', 'event', 'record', 'from', 'to'] as const;

export interface LogFilters {
  readonly user_id?: number;
  readonly area?: ActionArea;
  readonly event?: string;
  readonly record?: string;
  readonly word?: string;
  readonly from?: string;
  readonly to?: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const isArea = (value: string | undefined): value is ActionArea =>
  value !== undefined && Object.hasOwn(ACTION_EVENTS, value);

/** The input of the call from the address. Values that no picker gives are left out. */
export function filtersOf(address: Readonly<Record<string, string>>, word: string): LogFilters {
  const { user_id: person, area, event, record, from, to } = address;
  return {
    ...(/^[1-9]\d{0,14}$/.test(person ?? '') ? { user_id: Number(person) } : {}),
    ...(isArea(area) ? { area } : {}),
    ...(event !== undefined && actionWords(event) ? { event } : {}),
    ...(/^[a-z_]{1,40}:[1-9]\d{0,14}$/.test(record ?? '') ? { record } : {}),
    ...(word === '' ? {} : { word }),
    ...(DAY.test(from ?? '') ? { from: `${from} 00:00:00` } : {}),
    ...(DAY.test(to ?? '') ? { to: `${to} 23:59:59` } : {}),
  };
}

export const areaOptions = (t: Translate) =>
  (Object.keys(ACTION_EVENTS) as ActionArea[])
    .filter((area) => area !== 'demo')
    .map((value) => ({ value, label: t(`action-log.area.${value}`) }));

/** The events of an area with their texts. */
export const eventOptions = (t: Translate, area: string | undefined) =>
  actionEvents()
    .filter((event) => event.startsWith(`${area}.`))
    .map((value) => {
      const words = actionWords(value);
      const noun = words?.noun === undefined ? '' : t(keyInData(words.noun));
      return { value, label: t(keyInData(words?.key ?? value), { noun }) };
    });
