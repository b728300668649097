import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';

const WIRE = 'YYYY-MM-DD HH:mm:ss';

/** A form field for a moment with minutes. The value is a wire time ('YYYY-MM-DD HH:mm:ss'), which the server reads. */
export function MomentPicker(props: {
  id?: string;
  value?: string | null;
  onChange?: (moment: string | null) => void;
  onBlur?: () => void;
}) {
  return (
    <DatePicker
      id={props.id}
      showTime={{ format: 'HH:mm', minuteStep: 5 }}
      format="YYYY-MM-DD HH:mm"
      value={props.value ? dayjs(props.value) : null}
      onChange={(moment: Dayjs | null) => props.onChange?.(moment === null ? null : moment.format(WIRE))}
      onBlur={props.onBlur}
      style={{ width: '100%' }}
    />
  );
}
