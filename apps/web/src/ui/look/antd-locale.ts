import dayjs from 'dayjs';
import type { Locale } from 'antd/es/locale';
import type { Lang } from '@prdm/locales';

interface Words {
  readonly antd: Locale;
  readonly dayjs: string;
}

const LOADERS: Record<Lang, () => Promise<{ default: Words }>> = {
  zh: () => import('../locale/zh.ts'),
  en: () => import('../locale/en.ts'),
  tw: () => import('../locale/tw.ts'),
};

/** Loads antd's texts of a language and switches dayjs to it. The other languages stay unloaded. */
export async function antdLocale(lang: Lang): Promise<Locale> {
  const { default: words } = await LOADERS[lang]();
  dayjs.locale(words.dayjs);
  return words.antd;
}
