import { Input, type InputProps } from 'antd';

/** Far enough from their plain shapes in the table of characters that one subtraction leads back: '０' is 0xff10, '0' is 0x30. */
const FULL_WIDTH = /[\uff0b-\uff19]/g;
const TO_PLAIN = 0xfee0;
/** 1,200,000 as it is copied from a spreadsheet; 1,5 is nobody's thousands and stays to be told wrong. */
const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/;

/** A figure as calls take it, of what an input method for Chinese writes (１２．５, 12。5) or a spreadsheet (1,200.50). */
export function plainFigure(typed: string): string {
  const plain = typed
    .replace(FULL_WIDTH, (letter) => String.fromCharCode(letter.charCodeAt(0) - TO_PLAIN))
    .replace(/(?<=\d)。/g, '.')
    .trim();
  return GROUPED.test(plain) ? plain.replaceAll(',', '') : plain;
}

/** The field of a figure. What is written stays text, so that "12a" stands where it can be corrected. */
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
      // What an input method is still composing is its own: rewritten under its hand it would come twice.
      onChange={({ target: { value }, nativeEvent }) =>
        onChange?.(isComposing(nativeEvent) ? value : plainFigure(value))
      }
      onCompositionEnd={({ currentTarget: { value } }) => onChange?.(plainFigure(value))}
    />
  );
}

const isComposing = (event: Event): boolean => 'isComposing' in event && event.isComposing === true;
