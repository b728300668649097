import antd from 'antd/es/locale/zh_TW';
import dayjs from 'dayjs';
import words from 'dayjs/locale/zh-tw';

// The dayjs locale starts its weeks on Sunday. The product's weeks
// start on Monday in every language (specification section 9).
dayjs.locale({ ...words, weekStart: 1 }, undefined, true);

/** Texts of the component library, and the name of the dayjs locale. */
export default { antd, dayjs: 'zh-tw' };
