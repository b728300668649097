import { decideFolder } from './decide-folder.ts';
import { decideNode } from './decide-node.ts';
import { refuse } from './principal.ts';
import { decideRecord } from './range.ts';
import type { Decision, Principal, Question } from './types.ts';

export { hidesProject, seesContent, seesProject } from './content.ts';
export { effectiveFolderRights } from './decide-folder.ts';
export { comparesAmounts, highestLevels, levelOf, LEVELS, ownLevels, seesAmount, type AmountFacts } from './levels.ts';
export { nodeName } from './node-name.ts';
export { NO_PLACE, NO_PROJECTS, VIEW_RANGES } from './place.ts';
export { decideEverywhere } from './principal.ts';
export { covers, decideOpening, isNothing, opensRange, rangeOf, widestRange, type DataRange } from './range.ts';
export { FOLDER_RIGHTS, rightsMask, rightsOf } from './rights.ts';
export type { FolderRight } from './rights.ts';
export { isLeader, isSuperAdmin, seesAllProjects } from './standing.ts';
export type * from './types.ts';

/**
 * The one permission rule of the product (specification, section 6), shared by server and web. The function is pure.
 * It judges within one enterprise: the caller loads project and folder inside the person's enterprise. A question of
 * an unknown kind is refused.
 */
export function decide(principal: Principal | null, question: Question): Decision {
  if (principal?.isSystem === true) return refuse({ code: 'system-administrator' });
  switch (question.ask) {
    case 'node':
      return decideNode(principal, question);
    case 'folder':
      return decideFolder(principal, question);
    case 'record':
      return decideRecord(principal, question);
    default:
      return refuse({ code: 'unknown-question' });
  }
}

/** Whether the decision allows. For filters: `entries.filter((entry) => permits(decide(person, entry.question)))`. */
export function permits(decision: Decision): boolean {
  return decision.allowed;
}
