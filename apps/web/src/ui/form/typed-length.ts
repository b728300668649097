import type { InputProps } from 'antd';

/** The counter shows from this share of the limit on. Earlier it only distracts. */
const SHOWN_FROM = 0.8;
const encoder = new TextEncoder();

/**
 * Counter props of an input or text area: `<Input {...typedLength(LIMITS.nameMax)} />`. Unlike the attribute
 * `maxLength`, these props do not cut pasted text. The counter appears near the limit and turns red beyond it. The rule
 * of the schema reports the reason on blur.
 */
export const typedLength = (max: number): Required<Pick<InputProps, 'count'>> => counted(max);

/** The same for rules that count UTF-8 bytes, as for file names. */
export const typedBytes = (max: number): Required<Pick<InputProps, 'count'>> =>
  counted(max, (value) => encoder.encode(value).length);

const counted = (max: number, strategy?: (value: string) => number) => ({
  count: {
    max,
    strategy,
    show: ({ count }: { count: number }) => (count >= max * SHOWN_FROM ? `${count}/${max}` : null),
  },
});
