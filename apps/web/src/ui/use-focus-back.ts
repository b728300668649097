import { useEffect, useState } from 'react';

/**
 * Returns the focus to the element that had it when the overlay was mounted. The component library returns it only when
 * an overlay closes before it is unmounted. Focus that moved to another control meanwhile stays there.
 */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
