import antd from 'antd/es/locale/zh_CN';
import 'dayjs/locale/zh-cn';

/** Texts of the component library, and the name of the dayjs locale. */
export default { antd, dayjs: 'zh-cn' };
