import { Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../../../lib/i18n.ts';
import { ImageDialog, LOGO_FRAME } from '../../../ui/image/index.ts';
import { Icon } from '../../../ui/look/icon.tsx';

interface LogoFieldProps {
  readonly id: string;
  readonly value: string;
  readonly onChange: (url: string) => void;
}

/** The chosen logo with the buttons to choose another or none. An upload is no change yet: the block saves it. */
export function LogoField({ id, value, onChange }: LogoFieldProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const logo = value === '' ? undefined : <img src={value} alt={t('enterprise.look.logoAlt')} width={48} height={48} />;
  return (
    <span className="enterprise-logo">
      {logo ?? <span className="enterprise-no-logo">{t('enterprise.look.noLogo')}</span>}
      <button
        id={id}
        type="button"
        className="button"
        aria-describedby={`${id}-text`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="upload" />
        {t('enterprise.look.chooseLogo')}
      </button>
      {value !== '' && (
        <button type="button" className="button" onClick={() => onChange('')}>
          {t('enterprise.look.removeLogo')}
        </button>
      )}
      {open &&
        createPortal(
          <Suspense fallback={null}>
            <ImageDialog
              title={t('enterprise.look.logo')}
              frame={LOGO_FRAME}
              current={logo}
              onSave={({ url }) => onChange(url)}
              onClose={() => setOpen(false)}
            />
          </Suspense>,
          document.body,
        )}
    </span>
  );
}
