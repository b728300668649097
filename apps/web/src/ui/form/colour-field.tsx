import { useId } from 'react';
import { useT } from '../../lib/i18n.ts';
import { PALETTE, PALETTE_NAMES } from '../look/colours.ts';
import './colour-field.css';

/**
 * Chooses a colour: one of twelve in which white text can be read, or an own value. The value is '#rrggbb'. `clearable`
 * also offers no colour.
 */
export function ColourField(props: {
  id?: string;
  label: string;
  value?: string | null;
  onChange?: (colour: string | null) => void;
  onBlur?: () => void;
  clearable?: boolean;
}) {
  const t = useT();
  const group = useId();
  const value = props.value?.toLowerCase() ?? null;
  const isOwn = value !== null && value !== '' && !PALETTE_NAMES.some((name) => PALETTE[name] === value);
  const option = (colour: string | null, name: string) => (
    <label key={name} className="colour-option" title={name} data-none={colour === null}>
      <input
        type="radio"
        name={group}
        aria-label={name}
        checked={(value ?? '') === (colour ?? '')}
        onChange={() => props.onChange?.(colour)}
      />
      <span style={colour === null ? undefined : { background: colour }} aria-hidden="true" />
    </label>
  );
  return (
    <div id={props.id} className="colour-field" role="radiogroup" aria-label={props.label} onBlur={props.onBlur}>
      {props.clearable === true && option(null, t('entities.colour.none'))}
      {PALETTE_NAMES.map((name) => option(PALETTE[name], t(`entities.colour.${name}`)))}
      <label className="colour-own" data-chosen={isOwn}>
        <input
          type="color"
          aria-label={t('entities.colour.own')}
          value={isOwn ? value : PALETTE.blue}
          onChange={(event) => props.onChange?.(event.target.value)}
        />
        <span>{isOwn ? value : t('entities.colour.own')}</span>
      </label>
    </div>
  );
}

/** A colour as a small square beside a name. Nothing without a colour. */
export function ColourMark({ colour }: { colour: string | null }) {
  return colour === null ? null : <span className="colour-mark" style={{ background: colour }} aria-hidden="true" />;
}
