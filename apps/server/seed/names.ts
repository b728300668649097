/** Names of the demo institute: data of an invented firm, not text of the product. */
export const INSTITUTE = '华衡建筑设计研究院';

const SURNAMES = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎';
const GIVEN = [
  '伟',
  '芳',
  '秀英',
  '敏',
  '静',
  '磊',
  '洋',
  '艳',
  '勇',
  '军',
  '杰',
  '娟',
  '涛',
  '明',
  '超',
  '秀兰',
  '霞',
  '平',
  '刚',
  '桂英',
  '文博',
  '雨桐',
  '子涵',
  '浩然',
  '思远',
  '佳怡',
  '志强',
  '晓东',
  '海燕',
  '建华',
];

/** The n-th person's name, always the same. */
export const personName = (n: number): string =>
  `${SURNAMES[(n * 7) % SURNAMES.length]}${GIVEN[(n * 11) % GIVEN.length]}`;

export interface DepartmentPlan {
  readonly name: string;
  readonly people?: number;
  readonly below?: readonly DepartmentPlan[];
}

export const DEPARTMENTS: readonly DepartmentPlan[] = [
  {
    name: '院部',
    people: 3,
    below: [
      { name: '经营部', people: 3 },
      { name: '财务部', people: 2 },
      { name: '综合管理部', people: 2 },
    ],
  },
  {
    name: '生产中心',
    people: 2,
    below: [
      {
        name: '建筑设计所',
        people: 2,
        below: [
          { name: '建筑一室', people: 2, below: [] },
          { name: '建筑二室', people: 8 },
          { name: '室内与景观室', people: 4 },
        ],
      },
      { name: '结构设计所', people: 2, below: [{ name: '结构一室', people: 7 }] },
      {
        name: '设备设计所',
        people: 2,
        below: [
          { name: '给排水室', people: 4 },
          { name: '暖通室', people: 4 },
          { name: '电气室', people: 5 },
        ],
      },
      { name: 'BIM中心', people: 5 },
    ],
  },
  { name: '造价咨询部', people: 3 },
];

export const PROJECTS = [
  '滨江金融中心',
  '云栖小学迁建工程',
  '南山人民医院扩建',
  '临港产业园一期',
  '西湖文化艺术中心',
  '高铁东站综合体',
  '梅园保障性住房',
  '科技城研发楼',
  '老城厢更新改造',
  '城北污水处理厂',
  '前海国际酒店',
  '大学城图书馆',
] as const;

export const TASK_TITLES = [
  '总平面定位与竖向设计',
  '标准层平面图深化',
  '外立面幕墙分格',
  '核心筒墙柱布置',
  '基础选型与沉降计算',
  '给水系统图',
  '喷淋平面布置',
  '空调冷源方案比选',
  '配电干线系统',
  '弱电机房布置',
  '地下室净高分析',
  '消防专篇说明',
  '绿色建筑自评估',
  '管线综合碰撞检查',
  '楼梯详图',
  '节能计算书',
  '人防地下室平面',
  '景观铺装与种植',
  '概算编制',
  '图纸目录与设计说明',
] as const;
