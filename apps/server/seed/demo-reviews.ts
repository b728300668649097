import type { OpinionGrade } from '@prdm/contract/processes/opinions';
import type { ViewpointState } from '@prdm/contract/models';
import { systemActor, type Actor } from '../src/platform/actor.ts';
import { authorizedBySystem } from '../src/platform/ids/authorized-by-system.ts';
import { writeSmallBuilding } from '../src/testing/ifc/index.ts';
import { asPerson, buildTask } from '../src/testing/worlds/builders.ts';
import { TOWER } from './demo-files.ts';
import type { Colleague } from './demo-people.ts';
import { facade } from './demo-picture.ts';
import type { Crew, DemoProject } from './demo-projects.ts';
import type { DemoContext } from './demo-tasks.ts';

/** Titles of the waiting reviews of each person. The first two hand in viewpoints, the next two files. */
const TITLES = [
  ['塔楼标准层净高复核', '核心筒楼梯间疏散宽度复核', '地下一层平面图', '屋顶机房层平面图', '外墙节点选型说明'],
  ['大堂幕墙视线分析', '裙房入口雨棚方案', '首层平面图（修改）', '标准层卫生间大样', '无障碍设计专篇'],
  ['三层空中花园栏杆高度复核', '避难层开口复核', '剖面图 1-1、2-2', '楼梯大样', '建筑专业提资单'],
] as const;
const PLACES = ['标准层 3 轴至 5 轴走廊', '核心筒北侧楼梯间', '大堂东立面'] as const;

/** A person as caller of a service. */
type Signed = Omit<Awaited<ReturnType<typeof asPerson>>, 'actor'> & { actor: Actor & { userId: number } };

interface Said {
  readonly of: readonly [person: number, task: number];
  readonly grade: OpinionGrade;
  readonly place: 'text' | 'file' | 'viewpoint' | 'component';
  readonly name: string;
  readonly text: string;
  readonly reply?: string;
  readonly end?: readonly ['close' | 'keep', string];
}

/** Opinions of every grade in every state. */
const OPINIONS: readonly Said[] = [
  {
    of: [1, 0],
    grade: 'principle',
    place: 'component',
    name: '三层 4 轴框架柱',
    text: '框架柱与走廊净宽冲突，疏散净宽不足 1.40 m，不满足防火规范要求，请调整柱网或走廊布置。',
  },
  {
    of: [1, 1],
    grade: 'technical',
    place: 'component',
    name: '二层楼梯间隔墙',
    text: '楼梯间隔墙耐火极限应不低于 2.00 h，请核对墙体构造。',
    reply: '已改为 200 厚加气混凝土砌块，构造做法表同步修改。',
  },
  {
    of: [1, 2],
    grade: 'general',
    place: 'file',
    name: '',
    text: '图签中版次未更新，轴线尺寸漏标一道，请补全。',
  },
  {
    of: [2, 0],
    grade: 'principle',
    place: 'viewpoint',
    name: '空中花园东侧',
    text: '临空栏杆高度按 1.10 m 设计，高层建筑临空处应从可踏面起算，请复核。',
    reply: '已按可踏面起算改为 1.20 m，详见修改后的节点。',
    end: ['close', '修改符合规范要求，同意关闭。'],
  },
  {
    of: [2, 1],
    grade: 'technical',
    place: 'text',
    name: '避难层北侧',
    text: '避难层外窗建议统一开启方式，便于排烟计算。',
    reply: '建设单位已确认幕墙分格，开启扇位置不宜再调整，排烟面积已满足。',
    end: ['keep', '排烟面积满足要求，同意维持原设计。'],
  },
  {
    of: [0, 0],
    grade: 'general',
    place: 'viewpoint',
    name: '标准层走廊',
    text: '吊顶标高与设备管线综合图不一致，请统一标注为 2.60 m。',
    reply: '已统一标注。',
    end: ['close', '已核对。'],
  },
  {
    of: [0, 1],
    grade: 'technical',
    place: 'text',
    name: '核心筒楼梯间',
    text: '前室面积计算书未附，请补充后重新核对。',
  },
];

/** A view from outside on the tower, a little further round for each `n`. */
const view = (n: number): ViewpointState => ({
  version: 1,
  origin: [0, 0, 0],
  camera: { position: [-14 + n * 9, 14 + n, 30], target: [18, 10, -9], projection: 'perspective' },
  sections: [],
  hidden: [],
  isolated: null,
  spaces: false,
  selection: [],
});

/** The first two columns or walls of the tower. */
function guidsOfTower(): string[] {
  const text = writeSmallBuilding(TOWER.options).toString();
  return [...text.matchAll(/IFC(?:COLUMN|WALL)\('([^']{22})'/g)].map(([, guid]) => guid as string);
}

/**
 * Reviews that wait for the people of the README: five for each, two with viewpoints and two with files of the first
 * project. Their opinions, and a delegation of the institute's head that runs today.
 */
export class DemoReviews {
  readonly #context: DemoContext;
  readonly #project: DemoProject;
  readonly #people: readonly Colleague[];

  constructor(context: DemoContext, project: DemoProject, people: readonly Colleague[]) {
    this.#context = context;
    this.#project = project;
    this.#people = people;
  }

  plan(): void {
    const { story } = this.#context;
    story.plan(1, 240, () => this.#join());
    for (let person = 0; person < TITLES.length; person += 1)
      for (let task = 0; task < (TITLES[person]?.length ?? 0); task += 1)
        story.plan(1, 260 + person * 40 + task * 7, () => this.#submit(person, task));
    story.plan(1, 420, () => this.#delegate());
  }

  get #crew(): Crew {
    return this.#project.crews.get('arch') as Crew;
  }

  /** admin, chen.wei and li.na. */
  async #reviewer(person: number): Promise<{ id: number; name: string }> {
    const account = ['admin', 'chen.wei', 'li.na'][person];
    const { rows } = await this.#context.world.platform.db.pool.query<{ user_id: number; name: string }>(
      'select user_id, name from staff where enterprise_id = $1 and account = $2',
      [this.#context.enterpriseId, account],
    );
    return { id: Number(rows[0]?.user_id), name: rows[0]?.name ?? '' };
  }

  #who({ id, name }: { id: number; name: string }) {
    const { world, enterpriseId } = this.#context;
    return asPerson(world, enterpriseId, id).then(({ principal }) => ({
      actor: { ...systemActor(enterpriseId), userId: id, name },
      principal,
    }));
  }

  /** The administrator and the head review in this project, so they are members of it. */
  async #join(): Promise<void> {
    const { world, enterpriseId } = this.#context;
    const { manager, id } = this.#project;
    const actor = { ...systemActor(enterpriseId), userId: manager.id, name: manager.name };
    const head = this.#person('zhou.hua');
    for (const { id: userId } of [await this.#reviewer(0), head])
      await world.platform.db.transaction((trx) =>
        world.modules.projects.addMember(trx, actor, id, { userId, roleKeysOrIds: ['reviewer'] }),
      );
  }

  #person(account: string): Colleague {
    return this.#people.find((one) => one.account === account) as Colleague;
  }

  async #task(title: string, worker: Colleague, reviewer: { id: number }) {
    const { world, enterpriseId } = this.#context;
    const stages = await world.modules.config.list(enterpriseId, 'stage');
    return buildTask(world, {
      enterpriseId,
      projectId: this.#project.id,
      assignerId: this.#project.manager.id,
      executorIds: [worker.id],
      state: 'in_progress',
      fields: {
        title,
        description: '按院技术标准完成，提交前自校。',
        stage_id: stages.find(({ code }) => code === this.#project.plan.stage)?.id,
        profession_id: this.#crew.professionId,
        required_hours: '16',
        stages: [
          { name: '校对', executor_ids: [reviewer.id] },
          { name: '审核', executor_ids: [this.#crew.leader.id] },
        ].filter(({ executor_ids: [id] }, index) => index === 0 || id !== reviewer.id),
      },
    });
  }

  /** A task whose work is handed in and waits for the reviewer, with the opinions on it. */
  async #submit(person: number, n: number): Promise<void> {
    const { modules } = this.#context.world;
    const reviewer = await this.#reviewer(person);
    const workers = this.#crew.designers.filter(({ id, account }) => id !== reviewer.id && account !== 'chen.wei');
    const worker = workers[(person + n) % workers.length] as Colleague;
    const made = await this.#task(TITLES[person]?.[n] ?? '', worker, reviewer);
    const who = await this.#who(worker);
    const [task] = await modules.tasks.kind.load(who.principal, [made.id]);
    if (!task) throw new Error('a demo task is gone');
    const viewpoints = n < 2 ? [await this.#viewpoint(worker, person * 2 + n, PLACES[(person + n) % 3] ?? '')] : [];
    const attachments = n === 2 || n === 3 ? await this.#attach(who, task, n) : [];
    await modules.tasks.submit(who, {
      task: authorizedBySystem(task.row, task.projectId),
      version: made.version,
      annotation: n < 2 ? '修改处见视点，请校对' : '已自校，请校对',
      hours: 6,
      viewpoints,
      attachments,
    });
    for (const said of OPINIONS)
      if (said.of[0] === person && said.of[1] === n) await this.#say(said, made.id, reviewer, worker);
  }

  async #model(): Promise<{ modelId: number; versionId: number }> {
    const { rows } = await this.#context.world.platform.db.pool.query<{ model_id: number; id: number }>(
      `select v.model_id, v.id from model m join model_version v on v.enterprise_id = m.enterprise_id and v.model_id = m.id
       where m.enterprise_id = $1 and m.project_id = $2 order by v.id desc limit 1`,
      [this.#context.enterpriseId, this.#project.id],
    );
    return { modelId: Number(rows[0]?.model_id), versionId: Number(rows[0]?.id) };
  }

  async #viewpoint(by: Colleague, n: number, name: string) {
    const { viewpoints, kinds } = this.#context.world.modules.models;
    const who = await this.#who(by);
    const { modelId, versionId } = await this.#model();
    const [model] = await kinds.model.load(who.principal, [modelId]);
    if (!model) throw new Error('the demo has no model');
    const id = await viewpoints.add(who.actor, authorizedBySystem({ ...model.row, id: modelId }, this.#project.id), {
      name: `${name} ${n + 1}`,
      state: view(n),
      version: { id: versionId, model_id: modelId, version_no: 1 },
      thumb: facade(n),
    });
    return authorizedBySystem({ id, model_id: modelId }, this.#project.id);
  }

  async #attach(who: Signed, task: { id: number; row: unknown; projectId: number | null }, n: number) {
    const { attachments } = this.#context.world.modules;
    const { rows } = await this.#context.world.platform.db.pool.query<{ version_id: number }>(
      `select version_id from file where enterprise_id = $1 and project_id = $2 and trash_id is null and ext = 'dwg'
       order by id offset $3 limit 2`,
      [this.#context.enterpriseId, this.#project.id, n === 2 ? 0 : 2],
    );
    const owner = attachments.owners().find(({ records }) => records.kind === 'task');
    if (!owner) throw new Error('tasks have no attachments');
    const target = { owner, id: task.id, row: task.row, projectId: task.projectId };
    const versions = rows.map((row) => Number(row.version_id));
    const { ids } = await attachments.service.attach(who, target, versions);
    return ids.map((id) => authorizedBySystem({ id }, this.#project.id));
  }

  async #say(said: Said, taskId: number, reviewer: { id: number; name: string }, worker: Colleague): Promise<void> {
    const { world, enterpriseId } = this.#context;
    const { opinions, processes, attachments, models } = world.modules;
    const by = await this.#who(reviewer);
    const state = (await processes.stateOf(enterpriseId, [{ kind: 'task', id: taskId }])).get(`task:${taskId}`);
    const [process] = await processes.kinds.process.load(by.principal, [state?.processId ?? 0]);
    if (!process) throw new Error('a demo review is gone');
    const isSeen = said.place === 'viewpoint' || said.place === 'component';
    const [version] = isSeen ? await models.kinds.version.load(by.principal, [(await this.#model()).versionId]) : [];
    const round = (await attachments.of(enterpriseId, { kind: 'task', id: taskId })).find((row) => row.round > 0);
    const [file] = said.place === 'file' && round ? await attachments.kind.load(by.principal, [round.id]) : [];
    const [guid = ''] = guidsOfTower().slice(OPINIONS.indexOf(said));
    const { id } = await opinions.raise(by, authorizedBySystem({ ...process.row, id: process.id }, this.#project.id), {
      grade: said.grade,
      text: said.text,
      place: said.place,
      placeName: said.name,
      view: isSeen
        ? { ...view(OPINIONS.indexOf(said)), selection: said.place === 'component' ? [guid] : [] }
        : undefined,
      guid: said.place === 'component' ? guid : '',
      attachment: file ? authorizedBySystem(file.row, this.#project.id) : null,
      version: version ? authorizedBySystem(version.row, this.#project.id) : null,
    });
    const change = async (who: typeof by, what: 'reply' | 'close' | 'keep', text: string): Promise<void> => {
      const [opinion] = await opinions.kind.load(who.principal, [id]);
      if (!opinion) throw new Error('a demo opinion is gone');
      const given = { what, version: opinion.row.version, text };
      await opinions.change(who, authorizedBySystem(opinion.row, this.#project.id), given);
    };
    if (said.reply !== undefined) await change(await this.#who(worker), 'reply', said.reply);
    if (said.end !== undefined) await change(by, said.end[0], said.end[1]);
  }

  /** The head delegates to chen.wei for three days, and one review waits for the head. */
  async #delegate(): Promise<void> {
    const { world, story } = this.#context;
    const head = this.#person('zhou.hua');
    const worker = this.#crew.designers.find(({ account }) => !['chen.wei', 'li.na'].includes(account)) as Colleague;
    const made = await this.#task('总平面图审定', worker, head);
    const who = await this.#who(worker);
    const [task] = await world.modules.tasks.kind.load(who.principal, [made.id]);
    if (!task) throw new Error('a demo task is gone');
    const record = authorizedBySystem(task.row, task.projectId);
    await world.modules.tasks.submit(who, {
      task: record,
      version: made.version,
      annotation: '请院领导审定',
      hours: 8,
    });
    await world.modules.processes.delegations.add((await this.#who(head)).actor, {
      to: authorizedBySystem({ id: this.#person('chen.wei').id }),
      toAt: new Date(story.moment(0, 0).getTime() + 3 * 86_400_000),
      note: '外出参加方案评审',
    });
  }
}
