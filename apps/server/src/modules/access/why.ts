import type { Decision, Principal, Reason, Via } from '@prdm/access';
import { registry } from '@prdm/contract';
import type { accessWhy, StepCode } from '@prdm/contract/organisation/access';
import { CODES } from '@prdm/contract/codes';
import type { AskedRecords, Endpoint } from '@prdm/contract/kit';
import type { Lang } from '@prdm/locales';
import { keyInData } from '@prdm/locales/text-key';
import type { z } from 'zod';
import { fail } from '../../platform/errors.ts';
import type { AccessQuestion, Explained } from '../../platform/explain/explain.ts';
import type { TrailStep } from '../../platform/explain/trail.ts';
import { holdsProject } from '../../platform/http/project-scope.ts';
import type { Authorized } from '../../platform/ids/authorized.ts';
import { translate } from '../../platform/translate.ts';
import type { Organisation } from '../organisation/index.ts';
import type { Projects } from '../projects/index.ts';

/** The modules that know people and projects. */
export interface WhySources {
  readonly organisation: Pick<Organisation, 'names' | 'roleNames'>;
  readonly projects: Pick<Projects, 'callerNow' | 'names' | 'scopeOf'>;
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
  const names = await namesFor(sources, { principal, lang }, steps);
  const chain = steps.flatMap((step, at) =>
    linesOf(step, refusal === null || at === steps.length - 1, { lang, ...names }),
  );
  return {
    allowed: refusal === null,
    code: refusal?.code ?? CODES.ok,
    msg: translate(lang, refusal?.key ?? 'codes.0', refusal?.details.params),
    open: chain.every(({ code, allowed }) => code !== 'state' || allowed),
    chain,
  };
}

interface Names {
  readonly nameOf: (via: Pick<Via, 'kind' | 'id' | 'name'>) => string;
  /** null for a project that the reader may not see. */
  readonly projectOf: (id: number) => Step['project'];
}

/** Names in the reader's language. A role may be stored with the name of another language, a grant without a name. */
async function namesFor(
  { organisation, projects }: WhySources,
  { principal, lang }: { readonly principal: Principal; readonly lang: Lang },
  steps: readonly TrailStep[],
): Promise<Names> {
  const { enterpriseId } = principal;
  const reasons = steps.flatMap(({ decision }) => decision.chain);
  const sources = reasons.flatMap((reason) => viasOf(reason));
  const ids = (...kinds: Via['kind'][]) => [
    ...new Set(sources.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)),
  ];
  const projectIds = reasons
    .flatMap((reason) => ('projectId' in reason ? [Number(reason.projectId)] : []))
    .filter(Number.isSafeInteger);
  const scope = projectIds.length === 0 ? [] : await projects.scopeOf(principal);
  const [roles, people, known] = await Promise.all([
    organisation.roleNames(enterpriseId, ids('role', 'project-role'), lang),
    ids('person').length === 0 ? new Map<number, { name: string }>() : organisation.names(enterpriseId, ids('person')),
    projects.names(
      enterpriseId,
      projectIds.filter((id) => holdsProject(scope, id)),
    ),
  ]);
  return {
    nameOf(via) {
      if (via.kind === 'person') return people.get(via.id)?.name ?? via.name;
      return (via.kind === 'role' || via.kind === 'project-role' ? roles.get(via.id) : undefined) ?? via.name;
    },
    projectOf(id) {
      const project = known.get(id);
      return project ? { id, name: project.name } : null;
    },
  };
}

const viasOf = (reason: Reason): Via[] => {
  const { via, through } = facts(reason);
  return [via, through].filter((one): one is Via => one !== undefined);
};

/** Every fact that a reason can carry. */
const facts = (reason: Reason) => ({
  via: 'via' in reason ? reason.via : undefined,
  through: 'through' in reason ? reason.through : undefined,
  action: 'action' in reason ? reason.action : undefined,
  actions: 'actions' in reason ? reason.actions : undefined,
  range: 'range' in reason ? reason.range : undefined,
  as: 'as' in reason ? reason.as : undefined,
  projectId: 'projectId' in reason ? reason.projectId : undefined,
  why: 'why' in reason ? reason.why : undefined,
  open: 'open' in reason ? reason.open : undefined,
});

/** The code of a step. The server sets no flag and asks only known questions. */
function codeOf({ code }: Reason): StepCode {
  if (code === 'flag' || code === 'unknown-question') throw new Error(`the gate never answers "${code}"`);
  return code;
}

function linesOf(
  { field, decision }: TrailStep,
  mayDecide: boolean,
  { lang, nameOf, projectOf }: Names & { readonly lang: Lang },
): Step[] {
  const named = (via: Via | undefined) => (via ? { kind: via.kind, id: via.id, name: nameOf(via) } : null);
  return decision.chain.flatMap((reason, at): Step[] => {
    const { via, through, action, actions, range, as, projectId, why: text, open } = facts(reason);
    const isLast = at === decision.chain.length - 1;
    const project = projectId === undefined ? null : projectOf(Number(projectId));
    // A step that only leads to a project which the reader may not see says nothing without the name.
    if (projectId !== undefined && project === null && !isLast) return [];
    const line: Step = {
      code: codeOf(reason),
      field,
      allowed: open ?? (isLast ? decision.allowed : true),
      decides: isLast && mayDecide && !leadsOn(decision),
      via: named(via),
      through: named(through),
      actions: [...(actions ?? (action === undefined ? [] : [action]))],
      range: range ?? null,
      as: as ?? null,
      project,
      why: text ? translate(lang, keyInData(text)) : '',
    };
    return [line];
  });
}

/** Entering the project is needed, but grants nothing by itself. */
const leadsOn = ({ allowed, chain }: Decision): boolean =>
  allowed && ['member', 'reader'].includes(chain[0]?.code ?? '');
