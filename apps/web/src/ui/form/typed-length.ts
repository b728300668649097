import type { InputProps } from 'antd';

/** So near the end the figure helps; before, it would only be something more to read. */
const SHOWN_FROM = 0.8;
const encoder = new TextEncoder();

/**
 * How much may be typed: `<Input {...typedLength(LIMITS.nameMax)} />`, also for text areas. Unlike the attribute `maxLength` it cuts
 * nothing off what is pasted: near the end it counts, beyond it turns red, and the schema's rule says why when the field is left.
 */
export const typedLength = (max: number): Required<Pick<InputProps, 'count'>> => counted(max);

/** The same where the rule counts bytes, as the names of files do. */
export const typedBytes = (max: number): Required<Pick<InputProps, 'count'>> =>
  counted(max, (value) => encoder.encode(value).length);

const counted = (max: number, strategy?: (value: string) => number) => ({
  count: {
    max,
    strategy,
    show: ({ count }: { count: number }) => (count >= max * SHOWN_FROM ? `${count}/${max}` : null),
  },
});
