import { useRef, type ChangeEvent } from 'react';
import { CallError } from '../../../lib/api/call-error.ts';
import { showFailure } from '../../../lib/api/query-client.ts';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { useUploadLogo } from './enterprise.queries.ts';

/** The chosen logo with the buttons to choose another or none. An upload is no change yet: the block saves it. */
export function LogoField(props: {
  id: string;
  value: string;
  onChange: (url: string) => void;
  onRefused: (message: string | null) => void;
}) {
  const t = useT();
  const file = useRef<HTMLInputElement>(null);
  const upload = useUploadLogo();
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [picked] = target.files ?? [];
    target.value = ''; // the same file can be chosen again
    if (picked === undefined) return;
    props.onRefused(null);
    try {
      props.onChange(await upload.mutateAsync(picked));
    } catch (error) {
      if (error instanceof CallError) props.onRefused(error.msg);
      else showFailure(error);
    }
  };
  return (
    <span className="enterprise-logo">
      {props.value === '' ? (
        <span className="enterprise-no-logo">{t('enterprise.look.noLogo')}</span>
      ) : (
        <img src={props.value} alt={t('enterprise.look.logoAlt')} width={48} height={48} />
      )}
      <button
        id={props.id}
        type="button"
        className="button"
        disabled={upload.isPending}
        aria-describedby={`${props.id}-text`}
        onClick={() => file.current?.click()}
      >
        <Icon name="upload" />
        {t('enterprise.look.chooseLogo')}
      </button>
      {props.value !== '' && (
        <button type="button" className="button" onClick={() => props.onChange('')}>
          {t('enterprise.look.removeLogo')}
        </button>
      )}
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        data-testid="logo-file"
        onChange={(event) => void choose(event)}
      />
    </span>
  );
}
