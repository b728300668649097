import { fileSize } from '../../../lib/format.ts';
import type { Translate } from '../../../lib/i18n.ts';
import { timeLeft } from './upload-rules.ts';

/** How fast it goes and how long it will take: "2 MB/s · 1 h 4 min 2 s"; '' while no speed is known. */
export function paceText(t: Translate, bytesLeft: number, speed: number): string {
  if (speed <= 0) return '';
  const words = timeLeft(bytesLeft, speed)
    .map(([unit, n]) => t(`files.upload.unit.${unit}`, { n }))
    .join(' ');
  const pace = t('files.upload.speed', { size: fileSize(speed) });
  return words === '' ? pace : `${pace} · ${words}`;
}
