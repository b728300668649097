import { fileSize } from '../../../lib/format.ts';
import type { Translate } from '../../../lib/i18n.ts';
import { timeLeft, type UploadItem } from './upload-rules.ts';

/** How fast it goes and how long it will take: "2 MB/s · 1 h 4 min 2 s"; '' while no speed is known. */
export function paceText(t: Translate, { entry, speed }: UploadItem): string {
  if (speed <= 0) return '';
  const left = timeLeft(entry.size * (1 - entry.progress / 100), speed);
  const words = left.map(([unit, n]) => t(`files.upload.unit.${unit}`, { n })).join(' ');
  const pace = t('files.upload.speed', { size: fileSize(speed) });
  return words === '' ? pace : `${pace} · ${words}`;
}
