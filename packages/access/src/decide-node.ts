import { allow, builtInRole, projectEntry, refuse, roleSource } from './principal.ts';
import type { Decision, NodeQuestion, Principal, Reason, Via } from './types.ts';

const DEFAULT_PREFIX = 'home';

interface Holding {
  action: string;
  via?: Via;
  through?: Via;
}

/** The list that decides, or the reason why there is none. */
type AccessList = { steps: Reason[]; holdings: Holding[] } | { refused: Reason };

/**
 * The permission check of the specification, section 6, in the order of decision T40: flag true allows; no roles
 * refuses; superAdmin is allowed; in project scope anyone but a leader is judged by that project's access list;
 * everyone else by the own list. Granted when an entry equals prefix + "-" + action, letter case aside.
 *
 * A person of several roles is leader or superAdmin when one of them is, and the own list is that of all of them.
 * An empty list of actions refuses in either mode ("all of none" would be true), but only below flag and superAdmin,
 * whom the specification allows before it looks at any action.
 */
export function decideNode(principal: Principal | null, question: NodeQuestion): Decision {
  // Compared with true, so that a mere truthy value ("false" out of a form) opens nothing.
  if (question.flag === true) return allow({ code: 'flag' });
  if (!principal) return refuse({ code: 'not-signed-in' });
  // The browser may ask while the person is only half loaded: missing roles refuse like none.
  if (!principal.roles?.length) return refuse({ code: 'no-roles' });

  const superAdmin = builtInRole(principal, 'superAdmin');
  if (superAdmin) return allow({ code: 'super-admin', ...roleSource(superAdmin) });

  const wanted = wantedActions(question);
  if (wanted.length === 0) return refuse({ code: 'no-actions' });

  const list = accessList(principal, question);
  if ('refused' in list) return refuse(list.refused);

  const { granted, lacking } = compare(wanted, list.holdings);
  const enough = question.mode === 'allOf' ? lacking.length === 0 : granted.length > 0;
  return enough ? allow(...list.steps, ...granted) : refuse(...list.steps, { code: 'lacking', actions: lacking });
}

function wantedActions({ actions, prefix = DEFAULT_PREFIX }: NodeQuestion): string[] {
  const names = typeof actions === 'string' ? [actions] : actions;
  return names.map((name) => `${prefix}-${name}`);
}

function accessList(principal: Principal, question: NodeQuestion): AccessList {
  if (question.scope === 'other') return { steps: [{ code: 'own-list' }], holdings: ownHoldings(principal) };

  const leader = builtInRole(principal, 'leader');
  if (leader) {
    const steps: Reason[] = [{ code: 'leader', ...roleSource(leader) }, { code: 'own-list' }];
    return { steps, holdings: ownHoldings(principal) };
  }
  return projectList(principal, question.projectId);
}

function ownHoldings(principal: Principal): Holding[] {
  return principal.roles.flatMap((role) => role.access.map(({ action }) => ({ action, ...roleSource(role) })));
}

function projectList(principal: Principal, projectId: number | string | undefined): AccessList {
  if (Object.keys(principal.projectAccess).length === 0) return { refused: { code: 'no-project-access' } };
  if (projectId === undefined || projectId === '') return { refused: { code: 'no-project-id' } };

  const key = String(projectId);
  const entries = projectEntry(principal.projectAccess, key);
  if (!entries) return { refused: { code: 'no-project-entry', projectId: key } };
  return { steps: [{ code: 'project-list', projectId: key }], holdings: [...entries] };
}

function compare(wanted: readonly string[], holdings: readonly Holding[]): { granted: Reason[]; lacking: string[] } {
  const granted: Reason[] = [];
  const lacking: string[] = [];
  for (const action of wanted) {
    const name = asciiLower(action);
    const holding = holdings.find((entry) => asciiLower(entry.action) === name);
    if (holding) granted.push({ code: 'granted', action, via: holding.via, through: holding.through });
    else lacking.push(action);
  }
  return { granted, lacking };
}

/** A to Z only: Unicode folding would take other letters for ours (the Kelvin sign for k, a dotted capital I for i). */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
