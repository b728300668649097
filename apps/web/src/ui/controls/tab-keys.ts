import type { KeyboardEvent } from 'react';

/**
 * Key handler of a `role="tablist"`. Arrow keys, Home and End focus a tab and choose it. The chosen tab needs
 * `tabIndex` 0, the others -1. The list is then one stop of the Tab key, as screen readers announce it.
 */
export function onTabKey(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (at === -1 || next === undefined) return;
  event.preventDefault();
  const tab = tabs.at(next % tabs.length);
  tab?.focus();
  tab?.click();
}
