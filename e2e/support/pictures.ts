import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const FOLDER = join(import.meta.dirname, '../pictures');

/** Pictures of the steps of a journey in both themes, numbered in order, for review by a person. */
export class Pictures {
  readonly #folder: string;
  #taken = 0;

  constructor(journey: string) {
    this.#folder = join(FOLDER, journey);
  }

  async take(page: Page, name: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    this.#taken += 1;
    const number = String(this.#taken).padStart(2, '0');
    // Dark first: the journey continues in the light theme, which is set last.
    for (const theme of ['dark', 'light'] as const) {
      await show(page, theme);
      await page.screenshot({ path: join(this.#folder, `${number}-${name}-${theme}.png`), animations: 'disabled' });
    }
  }
}

/** As the user menu does it. The script is text, because these tests have no browser types. */
async function show(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(`(async () => {
    localStorage.setItem('choice.theme', '${theme}');
    window.dispatchEvent(new Event('prdm:theme'));
    for (let frames = 0; frames < 3; frames += 1) await new Promise((done) => requestAnimationFrame(done));
    await Promise.allSettled(
      document.getAnimations()
        .filter(({ effect }) => effect.getTiming().iterations !== Infinity)
        .map(({ finished }) => finished),
    );
  })()`);
}
