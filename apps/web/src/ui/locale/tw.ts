import antd from 'antd/es/locale/zh_TW';
import dayjs from 'dayjs';
import words from 'dayjs/locale/zh-tw';

// Its own weeks begin on Sunday; ours on Monday in every language (specification section 9).
dayjs.locale({ ...words, weekStart: 1 }, undefined, true);

/** The component library's own words, and how dayjs names days. */
export default { antd, dayjs: 'zh-tw' };
