/** Whether a key press is text input: in a field, or while an input method composes Chinese. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.isComposing || event.keyCode === 229) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Whether a dialog or a menu currently handles the keys. */
export const isUnderDialog = (): boolean =>
  document.querySelector('dialog[open], .ant-modal-wrap:not([style*="display: none"]), [role="menu"]') !== null;

/** Whether an overlay handles the keys of the list: a dialog, a menu or an open record. */
export const isOverlaid = (): boolean => isUnderDialog() || document.querySelector('.record-drawer') !== null;
