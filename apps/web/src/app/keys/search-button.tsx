import { useT } from '../../lib/i18n.ts';
import { withKey } from '../../lib/keys/key-text.ts';
import { KeyCaps } from '../../ui/controls/key-caps.tsx';
import { Icon } from '../../ui/look/icon.tsx';
import { loadPalette } from './load.ts';
import { openOverlay } from './overlay.ts';
import './search-button.css';

const KEY = 'Ctrl+K';
const prepare = (): void => void loadPalette().catch(() => undefined);

/** Opens the palette. Its code loads when the pointer or the focus comes near. */
export function SearchButton() {
  const t = useT();
  return (
    <button
      type="button"
      className="search-button"
      aria-label={t('palette.title')}
      aria-haspopup="dialog"
      title={withKey(t('palette.title'), KEY)}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => openOverlay('palette')}
    >
      <Icon name="search" />
      <KeyCaps keys={KEY} />
    </button>
  );
}
