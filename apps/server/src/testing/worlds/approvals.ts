import type { Endpoint } from '@prdm/contract/kit';
import * as review from '@prdm/contract/processes/review';
import type { Actor } from '../../platform/actor.ts';
import type { ProcessDetail, StageDraft, StartGiven, SubjectKey } from '../../modules/processes/index.ts';
import { buildPerson, PASSWORD, theEnterprise, type BuiltPerson, type World } from './builders.ts';
import type { Answer } from './calls.ts';
import type { TestApp } from '../servers/start-app.ts';

/** Approvals in tests: subjects of a kind without a listening module, which isolates the engine. */
export const SUBJECT_KIND = 'contract';

let serial = 0;

export const actorOf = (
  enterpriseId: number,
  person: Pick<BuiltPerson, 'id' | 'name'>,
): Actor & { userId: number } => ({
  enterpriseId,
  userId: person.id,
  name: person.name,
  ip: '127.0.0.1',
  agent: 'test',
  lang: 'zh',
});

export interface StageInput extends Partial<Omit<StageDraft, 'executorIds'>> {
  readonly by: readonly BuiltPerson[];
}

export const draftsOf = (inputs: readonly StageInput[]): StageDraft[] =>
  inputs.map(({ by, ...fields }, index) => ({
    name: `节点${index + 1}`,
    signMode: 'any',
    days: null,
    allowTransfer: true,
    rejectTo: 'previous',
    ...fields,
    executorIds: by.map((person) => person.id),
  }));

export interface BuiltProcess {
  readonly id: number;
  readonly subject: SubjectKey;
  readonly name: string;
}

/** A process under review at its first stage. */
export async function buildProcess(
  world: World,
  given: { starter: BuiltPerson; stages: readonly StageInput[]; cc?: readonly BuiltPerson[] } & Partial<
    Pick<StartGiven, 'projectId' | 'about' | 'templateId' | 'subject'>
  >,
): Promise<BuiltProcess> {
  const enterpriseId = await theEnterprise(world);
  serial += 1;
  const name = `事项${serial}`;
  const subject = given.subject ?? {
    kind: SUBJECT_KIND,
    id: 1000 + serial,
    name,
    pcPath: `/contract/detail?id=${serial}`,
  };
  const { processId } = await world.platform.db.transaction((trx) =>
    world.modules.processes.start(trx, {
      actor: actorOf(enterpriseId, given.starter),
      subject,
      projectId: given.projectId ?? null,
      about: given.about,
      starterId: given.starter.id,
      stages: draftsOf(given.stages),
      templateId: given.templateId,
      ccIds: given.cc?.map((person) => person.id),
    }),
  );
  return { id: processId, subject: { kind: subject.kind, id: subject.id }, name: subject.name };
}

export async function detailOf(world: World, process: Pick<BuiltProcess, 'subject'>): Promise<ProcessDetail> {
  const found = await world.modules.processes.detail(await theEnterprise(world), process.subject);
  if (!found) throw new Error('no such process');
  return found;
}

/** A person's assignment in the current stage of the process; 0 without one. */
export async function assignmentOf(
  world: World,
  process: BuiltProcess,
  person: Pick<BuiltPerson, 'id'>,
): Promise<number> {
  const { stage } = await detailOf(world, process);
  return stage.assignments.findLast((assignment) => assignment.userId === person.id)?.assignmentId ?? 0;
}

/** Signed-in people, in the order of the requests for them. */
export class Crew {
  readonly #app: TestApp;
  readonly #tokens = new Map<number, string>();

  constructor(app: TestApp) {
    this.#app = app;
  }

  person(given: Parameters<typeof buildPerson>[1] = {}): Promise<BuiltPerson> {
    return buildPerson(this.#app, given);
  }

  people(count: number): Promise<BuiltPerson[]> {
    return Promise.all(Array.from({ length: count }, () => this.person()));
  }

  async tokenOf(person: BuiltPerson): Promise<string> {
    const known = this.#tokens.get(person.id) ?? (await this.#app.signIn(person.account, PASSWORD));
    this.#tokens.set(person.id, known);
    return known;
  }

  /** A call through the whole server as this person. */
  async call(person: BuiltPerson, endpoint: Endpoint, input: unknown = {}): Promise<Answer> {
    return this.#app.call(endpoint, input, { token: await this.tokenOf(person) });
  }

  async pass(person: BuiltPerson, process: BuiltProcess, comment?: string): Promise<Answer> {
    return this.call(person, review.pass, { seat_id: await assignmentOf(this.#app, process, person), comment });
  }

  async notPass(person: BuiltPerson, process: BuiltProcess, to?: 'starter' | 'previous'): Promise<Answer> {
    const seat_id = await assignmentOf(this.#app, process, person);
    return this.call(person, review.notPass, { seat_id, comment: '图纸不完整', to });
  }

  async transfer(person: BuiltPerson, process: BuiltProcess, target: BuiltPerson): Promise<Answer> {
    const seat_id = await assignmentOf(this.#app, process, person);
    return this.call(person, review.transfer, { seat_id, target_id: target.id });
  }
}
