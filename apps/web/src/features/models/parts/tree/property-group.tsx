import { useState } from 'react';
import { useT } from '../../../../lib/i18n.ts';
import { toast } from '../../../../lib/toasts.ts';
import { Icon } from '../../../../ui/look/icon.tsx';
import { copyText } from '../../copy-text.ts';
import { NO_VALUE } from '../../models.logic.ts';
import type { ShownGroup } from '../../models.properties.ts';

export function PropertyGroup({ title, tag, properties }: ShownGroup) {
  return (
    <details className="model-group" open>
      <summary>
        <Icon name="down" size={12} />
        {title}
        {tag !== null && <span className="model-group-tag">{tag}</span>}
      </summary>
      <dl>
        {properties.map(({ raw, name, value }) => (
          <div key={raw} className="model-property">
            <dt title={raw}>{name}</dt>
            <dd>
              <span title={value}>{value}</span>
              {value !== NO_VALUE && <CopyButton name={name} value={value} />}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** How long the button confirms that the value is on the clipboard. */
const SAID_MS = 1500;

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
      className="model-copy"
      data-done={isDone}
      aria-label={t('viewer.copyOf', { name })}
      title={t('viewer.copyOf', { name })}
      onClick={() => void copy()}
    >
      <Icon name={isDone ? 'check' : 'copy'} size={12} />
    </button>
  );
}
