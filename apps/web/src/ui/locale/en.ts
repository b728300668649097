import antd from 'antd/es/locale/en_US';
import 'dayjs/locale/en-gb';

/** The component library's own words, and how dayjs names days (English words, weeks from Monday). */
export default { antd, dayjs: 'en-gb' };
