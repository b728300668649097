import { create } from 'zustand';

/** The box over the page: the palette or the key sheet. Their code loads with the first opening. */
export type Overlay = 'palette' | 'sheet';

interface State {
  readonly open: Overlay | null;
  /** Letters that were typed before the code of the palette has loaded. */
  readonly early: string;
  /** The palette shows and takes the keys itself. */
  readonly isShown: boolean;
}

export const useOverlay = create<State>(() => ({ open: null, early: '', isShown: false }));

export const openOverlay = (open: Overlay): void => useOverlay.setState({ open, early: '', isShown: false });
export const closeOverlay = (): void => useOverlay.setState({ open: null, early: '', isShown: false });

/** The palette has drawn itself. Returns what was typed before. */
export function takeEarly(): string {
  const { early } = useOverlay.getState();
  useOverlay.setState({ early: '', isShown: true });
  return early;
}

/** A key that is pressed while the palette loads. Returns whether it belongs to the palette. */
export function typeEarly({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const { open, isShown, early } = useOverlay.getState();
  if (open !== 'palette' || isShown || ctrlKey || metaKey || altKey) return false;
  if (key === 'Escape') closeOverlay();
  else if (key === 'Backspace') useOverlay.setState({ early: early.slice(0, -1) });
  else if (key.length === 1) useOverlay.setState({ early: early + key });
  return true;
}
