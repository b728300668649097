import antd from 'antd/es/locale/zh_CN';
import 'dayjs/locale/zh-cn';

/** The component library's own words, and how dayjs names days. */
export default { antd, dayjs: 'zh-cn' };
