import antd from 'antd/es/locale/en_US';
import 'dayjs/locale/en-gb';

/** Texts of the component library, and the name of the dayjs locale: English words, weeks from Monday. */
export default { antd, dayjs: 'en-gb' };
