import type { KeyboardEvent } from 'react';

/**
 * Arrow keys, Home and End inside a `role="tablist"`: the next tab has the focus and is chosen. The tab that is chosen takes `tabIndex`
 * 0, the others -1, so that the whole list is one stop of the tab key, as readers of the screen say it is.
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
