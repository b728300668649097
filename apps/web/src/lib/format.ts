import { DAY_MS, dayNumber } from '@prdm/contract/kit/shanghai';
import type { Lang } from '@prdm/locales';
import { currentLang, translate } from './i18n.ts';

const LOCALE: Record<Lang, string> = { zh: 'zh-CN', en: 'en', tw: 'zh-TW' };
const SHANGHAI = '+08:00';

export const locale = (): string => LOCALE[currentLang()];

/**
 * Moment of a wire time ('YYYY-MM-DD HH:mm:ss' or 'YYYY-MM-DD', both in Asia/Shanghai). Null when the text is not a
 * time.
 */
export function momentOf(wire: string | null | undefined): Date | null {
  if (!wire) return null;
  const moment = new Date(`${wire.slice(0, 10)}T${wire.length > 10 ? wire.slice(11) : '00:00:00'}${SHANGHAI}`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** Moment of a number: ten digits are seconds, more digits are milliseconds (specification section 5). */
export const momentOfStamp = (stamp: number): Date =>
  new Date(String(Math.trunc(stamp)).length === 10 ? stamp * 1000 : stamp);

/**
 * Wire form of a moment: 'YYYY-MM-DD HH:mm:ss' in Asia/Shanghai. That zone has no daylight saving, so a fixed shift is
 * exact.
 */
export const toWire = (moment: Date): string =>
  new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

export const toWireDay = (moment: Date): string => toWire(moment).slice(0, 10);

/** Full wire time, 'YYYY-MM-DD HH:mm:ss' (LI-015). */
export const dateTime = (wire: string | null | undefined): string => (wire ? wire.slice(0, 19) : '');

export const date = (wire: string | null | undefined): string => (wire ? wire.slice(0, 10) : '');

/** "3 hours ago", "yesterday" or "in 2 days" within seven days, otherwise the full time. */
export function relative(wire: string | null | undefined, now: Date = new Date()): string {
  const moment = momentOf(wire);
  if (!moment || !wire) return '';
  const isDay = wire.length <= 10;
  const away = isDay ? dayNumber(moment) - dayNumber(now) : 0;
  const ms = isDay ? away * DAY_MS : moment.getTime() - now.getTime();
  if (Math.abs(ms) >= 7 * DAY_MS) return isDay ? date(wire) : dateTime(wire);
  const words = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  if (isDay) return words.format(away, 'day');
  const minutes = Math.round(ms / 60_000);
  if (Math.abs(minutes) < 1) return translate('common.justNow');
  if (Math.abs(minutes) < 60) return words.format(minutes, 'minute');
  const days = dayNumber(moment) - dayNumber(now);
  return Math.abs(minutes) < 60 * 12 || days === 0
    ? words.format(Math.round(minutes / 60), 'hour')
    : words.format(days, 'day');
}

export const number = (value: number, digits = 0): string =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(value);

/** Yuan with thousands separators and two decimals. The wire gives an amount as a text with two decimals. */
export const money = (yuan: string | number | null | undefined): string =>
  yuan === null || yuan === undefined || yuan === ''
    ? ''
    : `¥${new Intl.NumberFormat(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(Number(yuan))}`;

/**
 * Short amount for cards: above 10,000 in units of ten thousand (in Chinese). The full value belongs in the title
 * attribute.
 */
export function shortMoney(yuan: string | number): string {
  const value = Number(yuan);
  if (Math.abs(value) < 10_000) return money(value);
  const words = new Intl.NumberFormat(locale(), { notation: 'compact', maximumFractionDigits: 2 });
  return `¥${words.format(value)}`;
}

export const hours = (value: number): string => translate('common.hours', { n: number(value, 1) });

/** A total above the cap reads "1,000+". */
export const cappedCount = (total: number, cap: number): string => (total > cap ? `${number(cap)}+` : number(total));

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

export function fileSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  const value = bytes / 1024 ** step;
  return `${number(value, step === 0 || value >= 100 ? 0 : 1)} ${UNITS[step] ?? 'B'}`;
}

export const percent = (share: number): string => `${Math.floor(share * 100)}%`;

/** The names in one line, with the comma of the reader's language. */
export const names = (list: readonly { readonly name: string }[]): string =>
  list.map(({ name }) => name).join(translate('records.and'));

/** A text with a note in the brackets of the reader's language. */
export const withNote = (text: string, note: string): string => translate('common.withNote', { text, note });
