/** Whether a key belongs to what is being typed: in a field, or while an input method composes Chinese. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.isComposing || event.keyCode === 229) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Whether a dialog or a menu has the keys now. */
export const isUnderDialog = (): boolean =>
  document.querySelector('dialog[open], .ant-modal-wrap:not([style*="display: none"]), [role="menu"]') !== null;

/** Whether anything floats over the list and has its keys: a dialog, a menu, an open record. */
export const isOverlaid = (): boolean => isUnderDialog() || document.querySelector('.record-drawer') !== null;
