import { createContext, use, useEffect, useId, useMemo, useRef, type ReactNode } from 'react';
import { useT } from '../../lib/i18n.ts';
import { confirm } from '../feedback/confirm.tsx';
import { useLeaveGuard } from '../records/leave-guard.tsx';
import './settings.css';

interface Blocks {
  mark(id: string, isDirty: boolean): void;
}
const PageBlocks = createContext<Blocks>({ mark: () => undefined });

/** A page of settings in blocks. Each block is saved alone. Leaving with an unsaved block asks first. */
export function SettingsPage({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  const t = useT();
  const dirty = useRef(new Set<string>());
  const blocks = useMemo<Blocks>(
    () => ({
      mark(id, isDirty) {
        if (isDirty) dirty.current.add(id);
        else dirty.current.delete(id);
      },
    }),
    [],
  );
  useLeaveGuard({
    holds: (from, to) => dirty.current.size > 0 && from.pathname !== to.pathname,
    ask: () =>
      confirm({
        title: t('common.leaveTitle'),
        text: t('settings.leaveText'),
        verb: t('common.leave'),
        stay: t('common.stay'),
      }),
    closing: () => dirty.current.size > 0,
  });
  return (
    <PageBlocks value={blocks}>
      <div className="settings-page">
        <div className="settings-body">
          <header>
            <h1 className="page-title">{title}</h1>
            <p>{intro}</p>
          </header>
          {children}
        </div>
      </div>
    </PageBlocks>
  );
}

/** Registers the state of a block at its page. */
export function useMarkDirty(isDirty: boolean): void {
  const { mark } = use(PageBlocks);
  const id = useId();
  useEffect(() => {
    mark(id, isDirty);
    return () => mark(id, false);
  }, [mark, id, isDirty]);
}
