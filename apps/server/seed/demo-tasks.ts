import type { Principal } from '@prdm/access';
import { wireTime } from '@prdm/contract/kit/fields';
import { add } from '@prdm/contract/tasks';
import { systemActor } from '../src/platform/actor.ts';
import { principalFor, type World } from '../src/testing/worlds/builders.ts';
import type { Colleague } from './demo-people.ts';
import type { Crew, DemoProject } from './demo-projects.ts';
import { Talk } from './demo-talk.ts';
import { WORK } from './names.ts';
import type { Story } from './story.ts';
import { authorizedBySystem, givenBySystem } from '../src/platform/ids/authorized-by-system.ts';

/** The state that a task reaches, and its last event. */
type Fate =
  | 'draft'
  | 'given'
  | 'rejected'
  | 'longTerm'
  | 'working'
  | 'late'
  | 'transfer'
  | 'paused'
  | 'proofreading'
  | 'reviewing'
  | 'returned'
  | 'confirming'
  | 'finished';

/** The fates of the tasks of a project in its main phase. */
const FATES: readonly Fate[] = [
  'finished',
  'working',
  'proofreading',
  'finished',
  'given',
  'late',
  'finished',
  'reviewing',
  'confirming',
  'working',
  'finished',
  'rejected',
  'draft',
  'returned',
  'finished',
  'transfer',
  'given',
  'paused',
  'working',
  'longTerm',
];
/** The fates before the main phase, and near its end. */
const EARLY: readonly Fate[] = ['given', 'draft', 'working', 'given', 'finished', 'proofreading'];
const ENDING: readonly Fate[] = ['finished', 'finished', 'finished', 'working', 'finished', 'reviewing', 'finished'];

const STAGES = ['bidding', 'concept', 'preliminary', 'construction_doc', 'site_support', 'completion'];

function fateOf({ plan }: DemoProject, n: number): Fate {
  if (plan.archived !== undefined) return 'finished';
  const course =
    plan.stage === 'bidding' ? EARLY : ['site_support', 'completion'].includes(plan.stage) ? ENDING : FATES;
  return course[n % course.length] as Fate;
}

export interface DemoContext {
  readonly world: World;
  readonly enterpriseId: number;
  readonly story: Story;
}

/**
 * Plans a project's tasks in every status and over its whole time. The result is deterministic, so that screenshots of
 * two days compare.
 */
export async function planTasks(context: DemoContext, project: DemoProject): Promise<number> {
  const { plan, index, crews } = project;
  const stages = await context.world.modules.config.list(context.enterpriseId, 'stage');
  const until = plan.archived ?? 0;
  for (let n = 0; n < plan.tasks; n += 1) {
    const fate = fateOf(project, n);
    const [title, profession] = WORK[(n + index * 7) % WORK.length] as (typeof WORK)[number];
    const crew = crews.get(profession) as Crew;
    // Finished tasks cover the project's whole time, open tasks its last weeks.
    const room = plan.began - until - 14;
    const wasEnded = until + 1 + ((n * 37) % Math.max(1, Math.min(room, 150)));
    const ended = fate === 'finished' ? wasEnded : fate === 'late' ? 8 + (n % 5) : (n * 5) % 4;
    const isOfLastStage = fate !== 'finished' || ended < 60;
    const at = Math.max(0, STAGES.indexOf(plan.stage) - (isOfLastStage ? 0 : 1));
    const stageId = stages.find(({ code }) => code === STAGES[at])?.id ?? 0;
    planTask(context, project, { n, title, crew, fate, ended, stageId });
  }
  return plan.tasks;
}

interface Planned {
  readonly n: number;
  readonly title: string;
  readonly crew: Crew;
  readonly fate: Fate;
  /** Days since the last event. */
  readonly ended: number;
  readonly stageId: number;
}

type Move = (life: Life) => Promise<{ version: number } | void>;

/** The changes up to a fate, each with the days since the previous one. */
function courseOf(
  planned: Planned,
  people: { manager: Colleague; worker: Colleague; other: Colleague },
): [number, Move][] {
  const { manager, worker, other } = people;
  const { proofreader, leader } = planned.crew;
  const start: [number, Move] = [1, (life) => life.move(worker, 'start')];
  const submit: [number, Move] = [
    2 + (planned.n % 4),
    (life) => life.move(worker, 'submit', { annotation: '已自校，请校对', hours: 4 + (planned.n % 5) * 2 }),
  ];
  const passed = (who: Colleague): [number, Move] => [1, (life) => life.decide(who, true)];
  const toEnd: [number, Move][] = [start, submit, passed(proofreader), passed(leader)];
  const courses: Record<Fate, [number, Move][]> = {
    draft: [],
    given: [],
    rejected: [[1, (life) => life.move(worker, 'reject', { reason: '上游条件未提，暂无法开展' })]],
    longTerm: [[1, (life) => life.move(manager, 'markLongTerm')]],
    working: [start],
    late: [[2, start[1]]],
    transfer: [
      start,
      [2, (life) => life.move(worker, 'transfer', { targetId: other.id, reason: '近期驻场，请协助完成' })],
    ],
    paused: [start, [2, (life) => life.move(manager, 'pause', { reason: '等待建设单位确认方案' })]],
    proofreading: [start, submit],
    reviewing: [start, submit, passed(proofreader)],
    returned: [start, submit, passed(proofreader), [1, (life) => life.decide(leader, false)]],
    confirming: toEnd,
    finished: [...toEnd, [1, (life) => life.move(manager, 'pass')]],
  };
  return courses[planned.fate];
}

function planTask(context: DemoContext, project: DemoProject, planned: Planned): void {
  const { n, crew, fate } = planned;
  const { designers } = crew;
  const worker = designers[n % designers.length] as Colleague;
  const other = designers[(n + 1) % designers.length] as Colleague;
  const steps = courseOf(planned, { manager: project.manager, worker, other });
  const took = steps.reduce((sum, [days]) => sum + days, 0);
  const given = Math.min(planned.ended + took, project.plan.began - 1);
  const minute = (n * 47 + project.index * 13) % 360;
  const life = new Life(context, project);
  context.story.plan(given, minute, () => life.begin(planned, worker, dueDays(fate, n, planned.ended)));
  let day = given;
  for (const [k, [days, run]] of steps.entries()) {
    day = Math.max(planned.ended, day - days);
    context.story.plan(day, minute + (k + 1) * 20, async () => life.take(await run(life)));
  }
  // Every third task that people work on has a conversation and a drawing.
  if (n % 3 !== 0 || steps.length < 2) return;
  const talk = new Talk(context, () => life.id);
  const { manager } = project;
  const spoken = Math.max(planned.ended, given - 1, 1);
  context.story.plan(spoken, minute + 9, () => talk.attach(worker, project.id));
  context.story.plan(spoken, minute + 11, () => talk.say(n, manager, worker));
  context.story.plan(spoken, minute + 17, () => talk.say(n, worker, null));
}

/** Days from today to the deadline; null for none. */
function dueDays(fate: Fate, n: number, ended: number): number | null {
  if (fate === 'longTerm') return null;
  if (fate === 'late') return -1 - (n % 6);
  return fate === 'finished' ? 2 - ended : 1 + ((n * 3) % 24);
}

/** One task and its changes over time. */
class Life {
  readonly #context: DemoContext;
  readonly #project: DemoProject;
  #id = 0;
  #version = 0;

  constructor(context: DemoContext, project: DemoProject) {
    this.#context = context;
    this.#project = project;
  }

  get id(): number {
    return this.#id;
  }

  async begin({ n, title, crew, fate, stageId }: Planned, worker: Colleague, due: number | null): Promise<void> {
    const { world, story } = this.#context;
    const deadline = due === null ? undefined : story.moment(0, 0).getTime() + due * 86_400_000;
    const input = add.input.parse({
      project_id: this.#project.id,
      title,
      description: '按院技术标准完成，提交前自校。',
      stage_id: stageId,
      profession_id: crew.professionId,
      priority: ['normal', 'normal', 'important', 'normal', 'urgent', 'normal'][n % 6],
      required_hours: String(8 + (n % 5) * 8),
      executor_ids: [worker.id],
      deadline: deadline === undefined ? '' : `${wireTime(new Date(deadline)).slice(0, 10)} 18:00:00`,
      stages: [
        { name: '校对', executor_ids: [crew.proofreader.id] },
        { name: '审核', executor_ids: [crew.leader.id] },
      ],
      publish: fate !== 'draft',
    });
    ({ id: this.#id, version: this.#version } = await world.modules.tasks.add(
      await this.#who(this.#project.manager),
      givenBySystem(add, input),
    ));
  }

  take(moved: { version: number } | void): void {
    if (moved) this.#version = moved.version;
  }

  async move(
    by: Colleague,
    action: 'start' | 'submit' | 'pass' | 'reject' | 'pause' | 'markLongTerm' | 'transfer',
    more: { annotation?: string; hours?: number; reason?: string; targetId?: number } = {},
  ): Promise<{ version: number }> {
    const { tasks } = this.#context.world.modules;
    const who = await this.#who(by);
    const fields = { task: authorizedBySystem(await this.#record(who)), version: this.#version };
    const { reason = '', targetId = 0, ...rest } = more;
    switch (action) {
      case 'reject':
      case 'pause':
        return tasks[action](who, { ...fields, reason });
      case 'transfer':
        return tasks.transfer(who, { ...fields, target: authorizedBySystem({ id: targetId }), reason });
      default:
        return tasks[action](who, { ...fields, ...rest });
    }
  }

  /** A decision by a person's assignment in the open stage. */
  async decide(by: Colleague, passes: boolean): Promise<{ version: number }> {
    const { processes } = this.#context.world.modules;
    const who = await this.#who(by);
    const states = await processes.stateOf(this.#context.enterpriseId, [{ kind: 'task', id: this.#id }]);
    const assignment = states.get(`task:${this.#id}`)?.stage.assignments.find(({ userId }) => userId === by.id);
    if (!assignment) throw new Error(`${by.name} has nothing to decide in task ${this.#id}`);
    const named = authorizedBySystem({ id: assignment.assignmentId });
    if (passes) await processes.pass(who.actor, named, '');
    else await processes.notPass(who.actor, named, { comment: '梁高与净高要求不符，请复核' });
    return { version: (await this.#record(who)).version };
  }

  async #who(person: Colleague) {
    const { world, enterpriseId } = this.#context;
    return {
      actor: { ...systemActor(enterpriseId), userId: person.id, name: person.name },
      principal: await principalFor(world, person.id, enterpriseId),
    };
  }

  async #record({ principal }: { principal: Principal }) {
    const [subject] = await this.#context.world.modules.tasks.kind.load(principal, [this.#id]);
    if (!subject) throw new Error(`task ${this.#id} is gone`);
    return subject.row;
  }
}
