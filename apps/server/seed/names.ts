/** Names of the demo institute: data of an invented firm, not texts of the product. */
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

/** The name of the n-th person; deterministic. */
export const personName = (n: number): string =>
  `${SURNAMES[(n * 7) % SURNAMES.length]}${GIVEN[(n * 11) % GIVEN.length]}`;

export interface DepartmentPlan {
  readonly name: string;
  readonly people?: number;
  /** An office department, which makes no drawings. */
  readonly isOffice?: true;
  readonly below?: readonly DepartmentPlan[];
}

export const DEPARTMENTS: readonly DepartmentPlan[] = [
  {
    name: '院部',
    people: 3,
    isOffice: true,
    below: [
      { name: '经营部', people: 3, isOffice: true },
      { name: '财务部', people: 2, isOffice: true },
      { name: '综合管理部', people: 2, isOffice: true },
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
          { name: '建筑一室', people: 2 },
          {
            name: '建筑二室',
            people: 2,
            below: [
              { name: '建筑方案组', people: 3 },
              { name: '建筑施工图组', people: 3 },
            ],
          },
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

export interface ProjectPlan {
  readonly name: string;
  readonly short: string;
  /** Codes of the standard entries. */
  readonly type: string;
  readonly stage: string;
  readonly grade: 'large' | 'medium' | 'small';
  readonly department: string;
  readonly client: string;
  /** Code of the area lists. */
  readonly city: string;
  /** Square metres. */
  readonly built: number;
  readonly land: number;
  readonly height: string;
  readonly floors: readonly [above: number, below: number];
  readonly structure: string;
  /** Days ago. */
  readonly began: number;
  readonly archived?: number;
  readonly tasks: number;
}

export const PROJECTS: readonly ProjectPlan[] = [
  {
    name: '滨江金融中心',
    short: '滨江金融',
    type: 'office',
    stage: 'construction_doc',
    grade: 'large',
    department: '建筑设计所',
    client: '滨江城市发展集团有限公司',
    city: '3301',
    built: 128_600,
    land: 21_300,
    height: '168.5',
    floors: [38, 4],
    structure: 'frame_tube',
    began: 310,
    tasks: 44,
  },
  {
    name: '云栖小学迁建工程',
    short: '云栖小学',
    type: 'school',
    stage: 'preliminary',
    grade: 'medium',
    department: '建筑一室',
    client: '西湖区教育发展中心',
    city: '3301',
    built: 32_400,
    land: 38_900,
    height: '23.9',
    floors: [5, 1],
    structure: 'frame',
    began: 150,
    tasks: 30,
  },
  {
    name: '南山人民医院扩建',
    short: '南山医院',
    type: 'hospital',
    stage: 'construction_doc',
    grade: 'large',
    department: '建筑设计所',
    client: '南山区建筑工务署',
    city: '4403',
    built: 86_200,
    land: 19_400,
    height: '79.8',
    floors: [17, 3],
    structure: 'frame_shear_wall',
    began: 260,
    tasks: 34,
  },
  {
    name: '临港产业园一期',
    short: '临港一期',
    type: 'industry',
    stage: 'site_support',
    grade: 'large',
    department: '结构设计所',
    client: '临港新片区投资控股有限公司',
    city: '3101',
    built: 94_500,
    land: 71_200,
    height: '23.4',
    floors: [4, 0],
    structure: 'steel',
    began: 420,
    tasks: 26,
  },
  {
    name: '西湖文化艺术中心',
    short: '西湖文化中心',
    type: 'culture',
    stage: 'concept',
    grade: 'medium',
    department: '建筑二室',
    client: '西湖区文化和广电旅游体育局',
    city: '3301',
    built: 41_800,
    land: 26_700,
    height: '31.2',
    floors: [4, 2],
    structure: 'steel',
    began: 64,
    tasks: 18,
  },
  {
    name: '高铁东站综合体',
    short: '东站综合体',
    type: 'transport',
    stage: 'preliminary',
    grade: 'large',
    department: '建筑设计所',
    client: '东站枢纽建设指挥部',
    city: '3201',
    built: 213_000,
    land: 88_600,
    height: '99.6',
    floors: [21, 3],
    structure: 'frame_tube',
    began: 190,
    tasks: 36,
  },
  {
    name: '梅园保障性住房',
    short: '梅园住房',
    type: 'residence',
    stage: 'construction_doc',
    grade: 'medium',
    department: '建筑二室',
    client: '梅园安居置业有限公司',
    city: '3205',
    built: 67_300,
    land: 30_100,
    height: '78.6',
    floors: [26, 2],
    structure: 'shear_wall',
    began: 230,
    tasks: 28,
  },
  {
    name: '科技城研发楼',
    short: '科技城研发楼',
    type: 'office',
    stage: 'site_support',
    grade: 'medium',
    department: '建筑一室',
    client: '科技城开发建设有限公司',
    city: '3401',
    built: 38_700,
    land: 12_900,
    height: '56.4',
    floors: [12, 2],
    structure: 'frame_shear_wall',
    began: 390,
    tasks: 22,
  },
  {
    name: '老城厢更新改造',
    short: '老城厢',
    type: 'interior',
    stage: 'bidding',
    grade: 'small',
    department: '室内与景观室',
    client: '老城厢更新建设有限公司',
    city: '3302',
    built: 9_600,
    land: 7_300,
    height: '12.3',
    floors: [3, 0],
    structure: 'timber',
    began: 16,
    tasks: 8,
  },
  {
    name: '城北污水处理厂',
    short: '城北污水厂',
    type: 'municipal',
    stage: 'completion',
    grade: 'medium',
    department: '给排水室',
    client: '城北水务集团有限公司',
    city: '3304',
    built: 18_200,
    land: 45_800,
    height: '14.8',
    floors: [3, 1],
    structure: 'frame',
    began: 505,
    tasks: 14,
  },
  {
    name: '前海国际酒店',
    short: '前海酒店',
    type: 'other',
    stage: 'completion',
    grade: 'large',
    department: '建筑二室',
    client: '前海酒店投资有限公司',
    city: '4403',
    built: 72_900,
    land: 15_600,
    height: '119.7',
    floors: [27, 3],
    structure: 'frame_tube',
    began: 640,
    archived: 96,
    tasks: 16,
  },
  {
    name: '大学城图书馆',
    short: '大学城图书馆',
    type: 'culture',
    stage: 'completion',
    grade: 'medium',
    department: '建筑一室',
    client: '大学城管理委员会',
    city: '4401',
    built: 44_100,
    land: 22_000,
    height: '45.9',
    floors: [9, 1],
    structure: 'frame_shear_wall',
    began: 560,
    archived: 31,
    tasks: 16,
  },
];

/** Titles of drawings with the code of their profession. */
export const WORK: readonly (readonly [title: string, profession: string])[] = [
  ['总平面定位与竖向设计', 'arch'],
  ['核心筒墙柱布置', 'struct'],
  ['给水系统图', 'plumb'],
  ['空调冷源方案比选', 'hvac'],
  ['配电干线系统', 'elec'],
  ['标准层平面图深化', 'arch'],
  ['基础选型与沉降计算', 'struct'],
  ['喷淋平面布置', 'plumb'],
  ['防排烟系统计算', 'hvac'],
  ['弱电机房布置', 'elec'],
  ['外立面幕墙分格', 'arch'],
  ['地下室顶板配筋', 'struct'],
  ['雨水系统与海绵设施', 'plumb'],
  ['新风系统平面', 'hvac'],
  ['火灾自动报警平面', 'elec'],
  ['楼梯与坡道详图', 'arch'],
  ['钢结构节点', 'struct'],
  ['消火栓系统图', 'plumb'],
  ['地下室净高分析', 'arch'],
  ['照明平面与照度计算', 'elec'],
  ['人防地下室平面', 'arch'],
  ['转换梁计算书', 'struct'],
  ['节能计算书', 'hvac'],
  ['防火分区与疏散', 'arch'],
  ['防雷与接地平面', 'elec'],
  ['图纸目录与设计说明', 'arch'],
];
