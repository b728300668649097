import { useEffect } from 'react';
import { toggleSidebar } from '../../lib/app-state.ts';
import { isTyping } from '../../lib/keys.ts';

/** Keys that work on every page: [ toggles the side menu. */
export function useShellKeys(hasSideMenu: boolean): void {
  useEffect(() => {
    if (!hasSideMenu) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '[' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      toggleSidebar();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [hasSideMenu]);
}
