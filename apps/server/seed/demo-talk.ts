import { systemActor } from '../src/platform/actor.ts';
import { principalFor } from '../src/testing/worlds/builders.ts';
import type { Colleague } from './demo-people.ts';
import type { DemoContext } from './demo-tasks.ts';

const LINES: readonly { readonly ask: string; readonly answer: string }[] = [
  { ask: '平面与结构柱网有出入，3 轴到 5 轴请核对', answer: '已核对，按结构最新版修改，今天上传' },
  { ask: '防火分区面积按最新方案调整了吗', answer: '已调整，附件里是调整后的版本' },
  { ask: '请补充卫生间大样，业主下周要看', answer: '收到，周三前补充' },
  { ask: '幕墙厂家提的洞口尺寸和图纸不一致', answer: '已发函确认，以厂家深化图为准' },
];

/** Comments and an attachment of one task, by the services of the calls. */
export class Talk {
  readonly #context: DemoContext;
  readonly #taskId: () => number;

  constructor(context: DemoContext, taskId: () => number) {
    this.#context = context;
    this.#taskId = taskId;
  }

  /** The manager asks and mentions the worker, or the worker answers. */
  async say(n: number, by: Colleague, to: Colleague | null): Promise<void> {
    const { ask, answer } = LINES[n % LINES.length] as (typeof LINES)[number];
    const { comments } = this.#context.world.modules;
    const who = await this.#who(by);
    const target = await this.#target(comments.owners(), who.principal);
    const text = to === null ? answer : `@${to.name} ${ask}`;
    await comments.service.add(who, target, { text, pictures: [], mentionIds: to === null ? [] : [to.id] });
  }

  /** Attaches a drawing of the project in its present version, when the project has one. */
  async attach(by: Colleague, projectId: number): Promise<void> {
    const { attachments } = this.#context.world.modules;
    const { rows } = await this.#context.world.platform.db.pool.query<{ version_id: number }>(
      `select version_id from file where enterprise_id = $1 and project_id = $2 and trash_id is null order by id limit 1`,
      [this.#context.enterpriseId, projectId],
    );
    const [drawing] = rows;
    if (!drawing) return;
    const who = await this.#who(by);
    await attachments.service.attach(who, await this.#target(attachments.owners(), who.principal), [
      drawing.version_id,
    ]);
  }

  async #who({ id, name }: Colleague) {
    const { world, enterpriseId } = this.#context;
    return {
      actor: { ...systemActor(enterpriseId), userId: id, name },
      principal: await principalFor(world, id, enterpriseId),
    };
  }

  async #target<O extends { readonly records: { readonly kind: string } }>(
    owners: readonly O[],
    principal: Awaited<ReturnType<typeof principalFor>>,
  ) {
    const owner = owners.find(({ records }) => records.kind === 'task');
    const [task] = await this.#context.world.modules.tasks.kind.load(principal, [this.#taskId()]);
    if (!owner || !task) throw new Error('the demo has no such task');
    return { owner, id: task.id, row: task.row as unknown, projectId: task.projectId };
  }
}
