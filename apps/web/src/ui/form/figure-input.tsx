import { Input, type InputProps } from 'antd';

/** Full-width characters. Each has a constant distance to its ASCII character: '０' is 0xff10, '0' is 0x30. */
const FULL_WIDTH = /[\uff0b-\uff19]/g;
const TO_PLAIN = 0xfee0;
/**
 * Matches 1,200,000, as a spreadsheet copies it. 1,5 has no
 * thousands group: it stays, and the rule of the field rejects it.
 */
const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/;

/**
 * Converts a typed number to the form that calls accept. Sources are Chinese input methods (１２．５, 12。5) and
 * spreadsheets (1,200.50). Text that is no number stays, e.g. 12a.
 */
export function plainFigure(typed: string): string {
  const plain = typed
    .replace(FULL_WIDTH, (letter) => String.fromCharCode(letter.charCodeAt(0) - TO_PLAIN))
    .replace(/(?<=\d)。/g, '.')
    .trim();
  return GROUPED.test(plain) ? plain.replaceAll(',', '') : plain;
}

/** The input of a number. Its value is text, so "12a" stays in the field and the user can correct it. */
export function FigureInput({
  onChange,
  ...props
}: Omit<InputProps, 'onChange' | 'onCompositionEnd'> & { onChange?: (text: string) => void }) {
  return (
    <Input
      inputMode="decimal"
      autoComplete="off"
      className="tabular"
      {...props}
      // Text under composition stays unchanged. A rewrite makes the input method insert it twice.
      onChange={({ target: { value }, nativeEvent }) =>
        onChange?.(isComposing(nativeEvent) ? value : plainFigure(value))
      }
      onCompositionEnd={({ currentTarget: { value } }) => onChange?.(plainFigure(value))}
    />
  );
}

const isComposing = (event: Event): boolean => 'isComposing' in event && event.isComposing === true;
