import type { Principal } from '@prdm/access';
import type { SubjectFacts } from '@prdm/contract/processes/conditions';
import type { Actor } from '../../../platform/actor.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Trx } from '../../../platform/db.ts';
import { ProcessFinished, ProcessRejected, ProcessWithdrawn, type ProcessFacts } from '../process.events.ts';
import { subjectKey } from '../subject-key.ts';
import type { SubjectKey } from '../process.types.ts';

export interface Profession {
  readonly id: number;
  readonly name: string;
}

/** Text of one row in the masks of its reader. `detail` may hold amounts; stored names hold none. */
export interface SubjectLine {
  readonly title: string;
  readonly detail: string;
}

/**
 * Everything that the owner of a kind gives to the engine. Every part but `kind` is optional. Handlers run in the transaction of
 * the change, so subject and approval change together or not at all.
 */
export interface Registration {
  readonly kind: string;
  /** Authors of subjects besides their starters. They cannot take an assignment over. */
  readonly authors?: (
    enterpriseId: number,
    ids: readonly number[],
    trx?: Trx,
  ) => Promise<ReadonlyMap<number, readonly number[]>>;
  /** Further people whose record it is, such as the assigner of a task. They have a part in its approval. */
  readonly concerned?: (
    enterpriseId: number,
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, readonly number[]>>;
  /** Professions of subjects for lists. A subject without one is absent. */
  readonly professions?: (enterpriseId: number, ids: readonly number[]) => Promise<ReadonlyMap<number, Profession>>;
  /** Those of the subjects whose approval this person may read besides the usual readers. */
  readonly readers?: (principal: Principal, ids: readonly number[]) => Promise<ReadonlySet<number>>;
  readonly lines?: (principal: Principal, ids: readonly number[]) => Promise<ReadonlyMap<number, SubjectLine>>;
  /** Facts for the conditions of templates and stages. Which ones stands in the contract (`FACTS_OF`). */
  readonly facts?: (trx: Trx, enterpriseId: number, id: number) => Promise<SubjectFacts>;
  /** The record as the deciders see it: plain JSON. Kept for each round with a digest. */
  readonly printView?: (enterpriseId: number, id: number, trx?: Trx) => Promise<unknown>;
  /** People who take assignments over that nobody else can, after the heads of the department. */
  readonly heirs?: (trx: Trx, enterpriseId: number, id: number) => Promise<readonly number[]>;
  /** The last stage has passed. */
  readonly onFinished?: (trx: Trx, actor: Actor, facts: ProcessFacts & { readonly byId: number }) => Promise<void>;
  /** The round ended without a pass: refused to the starter, or withdrawn by the starter (empty comment). */
  readonly onRejected?: (trx: Trx, actor: Actor, facts: ProcessFacts & { readonly comment: string }) => Promise<void>;
}

export type Registry = ReturnType<typeof createRegistry>;

/** The kinds of subjects that approvals carry. The engine knows them by these registrations only. */
export function createRegistry(bus: Bus) {
  const owners = new Map<string, Registration>();
  const ownerOf = (kind: string): Registration | undefined => owners.get(kind);

  bus.on(ProcessFinished, 'in-transaction', async (trx, { actor, data }) =>
    ownerOf(data.subject.kind)?.onFinished?.(trx, actor, data),
  );
  bus.on(ProcessRejected, 'in-transaction', async (trx, { actor, data }) => {
    if (data.to === 'starter') await ownerOf(data.subject.kind)?.onRejected?.(trx, actor, data);
  });
  bus.on(ProcessWithdrawn, 'in-transaction', async (trx, { actor, data }) =>
    ownerOf(data.subject.kind)?.onRejected?.(trx, actor, { ...data, comment: '' }),
  );

  /** Asks the owner of each kind once and joins the answers under `subjectKey`. */
  async function byKind<T>(
    subjects: readonly SubjectKey[],
    ask: (owner: Registration, ids: readonly number[]) => Promise<Iterable<readonly [number, T]>> | undefined,
  ): Promise<Map<string, T>> {
    const kinds = [...Map.groupBy(subjects, ({ kind }) => kind)];
    const found = await Promise.all(
      kinds.map(async ([kind, some]) => {
        const owner = ownerOf(kind);
        const answer = owner && (await ask(owner, [...new Set(some.map(({ id }) => id))]));
        return [...(answer ?? [])].map(([id, value]) => [subjectKey({ kind, id }), value] as const);
      }),
    );
    return new Map(found.flat());
  }

  return {
    /** Throws for a second registration of a kind. */
    register(owner: Registration): void {
      if (owners.has(owner.kind)) throw new Error(`approvals of kind "${owner.kind}" have an owner already`);
      owners.set(owner.kind, owner);
    },
    authorsOf: async (trx: Trx, enterpriseId: number, { kind, id }: SubjectKey): Promise<readonly number[]> =>
      (await ownerOf(kind)?.authors?.(enterpriseId, [id], trx))?.get(id) ?? [],
    /** Keyed by `subjectKey`. Subjects without authors are absent. */
    authorsOfMany: (
      enterpriseId: number,
      subjects: readonly SubjectKey[],
      trx?: Trx,
    ): Promise<ReadonlyMap<string, readonly number[]>> =>
      byKind(subjects, (owner, ids) => owner.authors?.(enterpriseId, ids, trx)),
    /** Keyed by `subjectKey`. */
    concernedIn: (
      enterpriseId: number,
      subjects: readonly SubjectKey[],
    ): Promise<ReadonlyMap<string, readonly number[]>> =>
      byKind(subjects, (owner, ids) => owner.concerned?.(enterpriseId, ids)),
    heirsOf: async (trx: Trx, enterpriseId: number, { kind, id }: SubjectKey): Promise<readonly number[]> =>
      (await ownerOf(kind)?.heirs?.(trx, enterpriseId, id)) ?? [],
    factsOf: async (trx: Trx, enterpriseId: number, { kind, id }: SubjectKey): Promise<SubjectFacts> =>
      (await ownerOf(kind)?.facts?.(trx, enterpriseId, id)) ?? {},
    /** The owner's print view. Null if the kind has none. */
    printViewOf: async (enterpriseId: number, { kind, id }: SubjectKey, trx?: Trx): Promise<unknown> =>
      (await ownerOf(kind)?.printView?.(enterpriseId, id, trx)) ?? null,
    /** Keyed by `subjectKey`. Subjects without a profession are absent. */
    professionsOf: (enterpriseId: number, subjects: readonly SubjectKey[]): Promise<ReadonlyMap<string, Profession>> =>
      byKind(subjects, (owner, ids) => owner.professions?.(enterpriseId, ids)),
    /** Keyed by `subjectKey`. Subjects without a line keep their stored name. */
    linesOf: (principal: Principal, subjects: readonly SubjectKey[]): Promise<ReadonlyMap<string, SubjectLine>> =>
      byKind(subjects, (owner, ids) => owner.lines?.(principal, ids)),
    /** `subjectKey` of the subjects that the owner opens to this person. */
    async readableAmong(principal: Principal, subjects: readonly SubjectKey[]): Promise<ReadonlySet<string>> {
      const found = await byKind(subjects, async (owner, ids) =>
        [...((await owner.readers?.(principal, ids)) ?? [])].map((id) => [id, true] as const),
      );
      return new Set(found.keys());
    },
  };
}
