import { create } from 'zustand';
import { readChoice, writeChoice } from './storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const DENSITIES = ['compact', 'normal', 'comfortable'] as const;
export type Density = (typeof DENSITIES)[number];

/** Height of a table row in px (look-and-feel.md 2). */
export const ROW_HEIGHT: Record<Density, number> = { compact: 32, normal: 36, comfortable: 44 };

interface Look {
  /** The user's choice. */
  readonly theme: Theme;
  /** The visible theme: boot.js resolves `system` by the operating system. */
  readonly shown: 'light' | 'dark';
  readonly density: Density;
}

const oneOf = <T extends string>(all: readonly T[], value: string | null, otherwise: T): T =>
  all.find((entry) => entry === value) ?? otherwise;

const shownNow = (): 'light' | 'dark' => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

export const useLook = create<Look>(() => ({
  theme: oneOf(THEMES, readChoice('theme'), 'system'),
  shown: shownNow(),
  density: oneOf(DENSITIES, readChoice('density'), 'normal'),
}));

export function setTheme(theme: Theme): void {
  writeChoice('theme', theme);
  window.dispatchEvent(new Event('prdm:theme')); // boot.js owns the attribute: one code path serves both ways to change the theme
  useLook.setState({ theme, shown: shownNow() });
}

export function setDensity(density: Density): void {
  writeChoice('density', density);
  useLook.setState({ density });
}

/** Follows the theme attribute. boot.js changes it when the operating system changes its theme. */
export function followSystemTheme(): void {
  const observer = new MutationObserver(() => useLook.setState({ shown: shownNow() }));
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
}
