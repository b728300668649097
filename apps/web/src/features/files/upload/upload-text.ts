import { fileSize } from '../../../lib/format.ts';
import type { Translate } from '../../../lib/i18n.ts';
import { timeLeft } from './upload-rules.ts';

/** Speed and time left: "2 MB/s · 1 h 4 min 2 s". It is '' while the speed is unknown. */
export function paceText(t: Translate, bytesLeft: number, speed: number): string {
  if (speed <= 0) return '';
  const words = timeLeft(bytesLeft, speed)
    .map(([unit, n]) => t(`files.upload.unit.${unit}`, { n }))
    .join(' ');
  const pace = t('files.upload.speed', { size: fileSize(speed) });
  return words === '' ? pace : `${pace} · ${words}`;
}
