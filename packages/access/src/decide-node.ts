import { hidesProject } from './content.ts';
import { asciiLower, nodeName } from './node-name.ts';
import { allow, builtInRole, projectEntry, refuse, roleSource } from './principal.ts';
import type { Decision, NodeQuestion, Principal, Reason, Via } from './types.ts';

interface Holding {
  action: string;
  via?: Via;
  through?: Via;
}

/** The access list that decides, or the reason why there is none. */
type AccessList = { steps: Reason[]; holdings: Holding[] } | { refused: Reason };

/**
 * The permission check of the specification, section 6, in the order of decision T40. The flag true allows. A person
 * without roles is refused. superAdmin is allowed. In project scope, the project's access list decides for everyone
 * but a leader. In all other cases the own list decides. An entry grants when it equals prefix + "-" + action,
 * ignoring case.
 *
 * A person with several roles is leader or superAdmin when one of the roles is. The own list joins the lists of all
 * roles. An empty list of actions is refused in both modes, because "all of none" would be true. The flag and
 * superAdmin come first: the specification allows them before it reads any action.
 */
export function decideNode(principal: Principal | null, question: NodeQuestion): Decision {
  // The comparison with true keeps a truthy value (the form text "false") from allowing everything.
  if (question.flag === true) return allow({ code: 'flag' });
  if (!principal) return refuse({ code: 'not-signed-in' });
  // The browser may ask before the person is fully loaded. Missing roles are refused like an empty list.
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

function wantedActions({ actions, prefix }: NodeQuestion): string[] {
  const names = typeof actions === 'string' ? [actions] : actions;
  return names.map((name) => nodeName(name, prefix));
}

function accessList(principal: Principal, question: NodeQuestion): AccessList {
  if (question.scope === 'other') return { steps: [{ code: 'own-list' }], holdings: ownHoldings(principal) };

  const leader = builtInRole(principal, 'leader');
  if (leader && !hidesProject(principal, question.projectId)) {
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
