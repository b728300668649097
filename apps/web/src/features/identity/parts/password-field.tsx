import { useState, type ComponentProps } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { PlainField } from './plain-field.tsx';

/** A password field with a button that shows the typed text. */
export function PasswordField(props: Omit<ComponentProps<typeof PlainField>, 'type' | 'tail'>) {
  const t = useT();
  const [shown, setShown] = useState(false);
  return (
    <PlainField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      tail={
        <button
          type="button"
          className="field-tail"
          aria-label={t(shown ? 'login.hidePassword' : 'login.showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </button>
      }
    />
  );
}
