import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useAppState } from '../lib/app-state.ts';
import { currentLang, loadAllTexts, onLanguage, useLang } from '../lib/i18n.ts';
import { queryClient } from '../lib/api/query-client.ts';
import { useLook } from '../lib/theme.ts';
import { antdLocale } from '../ui/look/antd-locale.ts';
import { ConfirmHost } from '../ui/feedback/confirm.tsx';
import { TO_FIELD } from '../ui/form/to-field.ts';
import { themeOf } from '../ui/look/theme.ts';

let firstLocale: Locale | undefined;

/** Loads the texts and the locale that pages behind sign-in need before the first one is drawn. */
export async function prepare(): Promise<void> {
  const [locale] = await Promise.all([antdLocale(currentLang()), loadAllTexts()]);
  firstLocale = locale;
}

/** Provides the component library and the query cache to pages behind sign-in. */
export function Providers({ children }: { children: ReactNode }) {
  const [locale, setLocale] = useState(firstLocale);
  useEffect(
    () =>
      onLanguage(async (lang) => {
        firstLocale = await antdLocale(lang);
        setLocale(firstLocale);
      }),
    [],
  );
  const lang = useLang();
  const asked = useRef(lang);
  useEffect(() => {
    if (asked.current === lang) return;
    asked.current = lang;
    // Answers contain translated text (notices, messages), so a change of language refetches them. The refetch runs
    // after the change. In the listener above, the calls would still request the old language.
    void queryClient.invalidateQueries();
  }, [lang]);
  const { shown } = useLook();
  const { device } = useAppState();
  const theme = useMemo(() => themeOf(shown, device), [shown, device]);
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider
        locale={locale}
        theme={theme}
        button={{ autoInsertSpace: false }}
        variant="outlined"
        virtual
        form={{ requiredMark: true, scrollToFirstError: TO_FIELD }}
      >
        {children}
        <ConfirmHost />
      </ConfigProvider>
    </QueryClientProvider>
  );
}
