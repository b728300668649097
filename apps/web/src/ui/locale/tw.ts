import antd from 'antd/es/locale/zh_TW';
import 'dayjs/locale/zh-tw';

/** The component library's own words, and how dayjs names days. */
export default { antd, dayjs: 'zh-tw' };
