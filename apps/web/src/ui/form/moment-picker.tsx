import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { readTyped, useTypedDate } from './typed-date.ts';

const WIRE = 'YYYY-MM-DD HH:mm:ss';
const SHOWN = 'YYYY-MM-DD HH:mm';
const TIMES = [' H:mm', ' HH:mm', ' HH:mm:ss'];

/**
 * A form field for a moment with minutes. The value is a wire time ('YYYY-MM-DD HH:mm:ss'), which the server reads. A
 * typed day without a time means its first minute, with `wholeDay` its last one. Other text arrives as typed, and the
 * rule of the form reports it.
 */
export function MomentPicker(props: {
  id?: string;
  value?: string | null;
  onChange?: (moment: string | null) => void;
  onBlur?: () => void;
  wholeDay?: boolean;
}) {
  const { value, onChange, onBlur, wholeDay = false } = props;
  const read = (typed: string): string | null => {
    const moment = readTyped(typed, TIMES);
    if (moment !== null) return moment.format(WIRE);
    const day = readTyped(typed);
    return (wholeDay ? day?.hour(23).minute(59) : day)?.format(WIRE) ?? null;
  };
  const { picker } = useTypedDate({ value, wire: WIRE, read, onChange, onBlur });
  return (
    <DatePicker
      {...picker}
      id={props.id}
      showTime={{ format: 'HH:mm', minuteStep: 5, defaultOpenValue: dayjs('00:00', 'HH:mm') }}
      format={SHOWN}
      // A hovered day in the field would be taken on blur.
      previewValue={false}
      style={{ width: '100%' }}
    />
  );
}
