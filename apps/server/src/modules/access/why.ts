import type { Decision, Principal, Reason, Via } from '@prdm/access';
import { registry } from '@prdm/contract';
import type { accessWhy } from '@prdm/contract/organisation/access';
import { CODES } from '@prdm/contract/codes';
import type { AskedRecords, Endpoint } from '@prdm/contract/kit';
import type { Lang } from '@prdm/locales';
import { keyInData } from '@prdm/locales/text-key';
import type { z } from 'zod';
import { fail } from '../../platform/errors.ts';
import type { AccessQuestion, Explained } from '../../platform/explain/explain.ts';
import type { TrailStep } from '../../platform/explain/trail.ts';
import type { Authorized } from '../../platform/ids/authorized.ts';
import { translate } from '../../platform/translate.ts';
import type { Organisation } from '../organisation/index.ts';
import type { Projects } from '../projects/index.ts';

/** The modules that know people and projects. */
export interface WhySources {
  readonly organisation: Pick<Organisation, 'names' | 'roleNames'>;
  readonly projects: Pick<Projects, 'callerNow' | 'names'>;
}

type Answer = z.input<typeof accessWhy.output>;
type Step = Answer['chain'][number];

interface Asked {
  readonly principal: Principal;
  readonly lang: Lang;
  /** null: the caller asks about himself or herself. */
  readonly person: Authorized<unknown, 'ask', 'user'> | null;
  readonly call: string;
  readonly method: Endpoint['method'] | undefined;
  readonly records: AskedRecords | undefined;
}

/** The call of a path. Without a method it is the first one with that path. Throws 1001. */
function endpointOf(call: string, method: Endpoint['method'] | undefined): Endpoint {
  const path = `/apis/${call.replace(/^\/?(apis\/)?/, '')}`;
  const endpoint = registry.find((one) => one.path === path && (method === undefined || one.method === method));
  if (!endpoint) throw fail.invalid('call', 'access.noSuchCall');
  return endpoint;
}

/** Answers a question about a call: the verdict, and the steps to it with the names of roles, people and projects. */
export async function why(
  sources: WhySources,
  explain: (question: AccessQuestion) => Promise<Explained>,
  { principal, lang, person, call, method, records }: Asked,
): Promise<Answer> {
  const { enterpriseId } = principal;
  const isOther = person !== null && person.id !== principal.userId;
  const judged = isOther ? ((await sources.projects.callerNow(enterpriseId, person.id))?.principal ?? null) : principal;
  const { refusal, steps } = await explain({
    endpoint: endpointOf(call, method),
    records,
    person: judged,
    asker: isOther ? principal : null,
  });
  const nameOf = await namesFor(sources, { enterpriseId, lang }, steps);
  const chain = steps.flatMap((step, at) =>
    linesOf(step, refusal === null || at === steps.length - 1, { lang, nameOf }),
  );
  return {
    allowed: refusal === null,
    code: refusal?.code ?? CODES.ok,
    msg: translate(lang, refusal?.key ?? 'codes.0', refusal?.details.params),
    open: chain.every(({ code, allowed }) => code !== 'state' || allowed),
    chain,
  };
}

type NameOf = (via: Pick<Via, 'kind' | 'id' | 'name'> | { kind: 'project'; id: number }) => string;

/** Names in the reader's language. A role may be stored with the name of another language, a grant without a name. */
async function namesFor(
  { organisation, projects }: WhySources,
  { enterpriseId, lang }: { readonly enterpriseId: number; readonly lang: Lang },
  steps: readonly TrailStep[],
): Promise<NameOf> {
  const reasons = steps.flatMap(({ decision }) => decision.chain);
  const sources = reasons.flatMap((reason) => viasOf(reason));
  const ids = (...kinds: Via['kind'][]) => [
    ...new Set(sources.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)),
  ];
  const projectIds = [
    ...new Set(reasons.flatMap((reason) => ('projectId' in reason ? [Number(reason.projectId)] : []))),
  ];
  const [roles, people, known] = await Promise.all([
    organisation.roleNames(enterpriseId, ids('role', 'project-role'), lang),
    ids('person').length === 0 ? new Map<number, { name: string }>() : organisation.names(enterpriseId, ids('person')),
    projects.names(enterpriseId, projectIds.filter(Number.isSafeInteger)),
  ]);
  return (via) => {
    if (via.kind === 'project') return known.get(via.id)?.name ?? '';
    if (via.kind === 'person') return people.get(via.id)?.name ?? via.name;
    return (via.kind === 'role' || via.kind === 'project-role' ? roles.get(via.id) : undefined) ?? via.name;
  };
}

const viasOf = (reason: Reason): Via[] =>
  [facts(reason).via, facts(reason).through].filter((via): via is Via => via !== undefined);

/** Every fact that a reason can carry. */
const facts = (reason: Reason) =>
  reason as {
    via?: Via;
    through?: Via;
    action?: string;
    actions?: readonly string[];
    range?: Step['range'];
    as?: Step['as'];
    projectId?: string;
    why?: string;
    open?: boolean;
  };

function linesOf(
  { field, decision }: TrailStep,
  mayDecide: boolean,
  { lang, nameOf }: { readonly lang: Lang; readonly nameOf: NameOf },
): Step[] {
  const named = (via: Via | undefined) => (via ? { kind: via.kind, id: via.id, name: nameOf(via) } : null);
  return decision.chain.map((reason, at): Step => {
    const { via, through, action, actions, range, as, projectId, why: text, open } = facts(reason);
    const isLast = at === decision.chain.length - 1;
    return {
      code: reason.code as Step['code'],
      field,
      allowed: open ?? (isLast ? decision.allowed : true),
      decides: isLast && mayDecide && !leadsOn(decision),
      via: named(via),
      through: named(through),
      actions: [...(actions ?? (action === undefined ? [] : [action]))],
      range: range ?? null,
      as: as ?? null,
      project:
        projectId === undefined
          ? null
          : { id: Number(projectId), name: nameOf({ kind: 'project', id: Number(projectId) }) },
      why: text ? translate(lang, keyInData(text)) : '',
    };
  });
}

/** Entering the project is needed, but grants nothing by itself. */
const leadsOn = ({ allowed, chain }: Decision): boolean =>
  allowed && ['member', 'reader'].includes(chain[0]?.code ?? '');
