import { toggleSidebar } from '../../lib/app-state.ts';
import { useActions } from '../../lib/keys/actions.ts';

/** Keys that work on every page: [ toggles the side menu. */
export function useShellKeys(hasSideMenu: boolean): void {
  useActions(
    [
      {
        key: '[',
        label: 'palette.actions.sidebar',
        icon: 'sidebar',
        isHidden: !hasSideMenu,
        run: toggleSidebar,
      },
    ],
    'general',
  );
}
