import { useState } from 'react';
import { useT } from '../../lib/i18n.ts';
import { toast } from '../../lib/toasts.ts';
import { Icon } from '../look/icon.tsx';
import { copyText } from './copy-text.ts';
import './copy-button.css';

/** How long the button confirms that the value is on the clipboard. */
const SAID_MS = 1500;

/** Copies a value that stands beside it. `name` says which one. */
export function CopyButton({ name, value }: { name: string; value: string }) {
  const t = useT();
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    const done = await copyText(value);
    setDone(done);
    if (done) setTimeout(() => setDone(false), SAID_MS);
    else toast.error(t('viewer.copyFailed'));
  };
  return (
    <button
      type="button"
      className="copy-button"
      data-done={isDone}
      aria-label={t('viewer.copyOf', { name })}
      title={t('viewer.copyOf', { name })}
      onClick={() => void copy()}
    >
      <Icon name={isDone ? 'check' : 'copy'} size={12} />
    </button>
  );
}
