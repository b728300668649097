import type { Principal } from '@prdm/access';
import { isOverdue, taskLabel } from '@prdm/contract/tasks/label';
import { homeList } from './home.repo.ts';
import { taskList, type ListedTask } from '../list/list.repo.ts';
import { taskScopeOf } from '../list/list.service.ts';
import { pairsOf } from '../list/search.ts';
import { labelFacts, wireTimeOrNull } from '../page/present.ts';
import type { TasksParts } from '../parts.ts';

/**
 * Tasks whose title or number contains `word` (not empty): those of the home page first, then others that the reader may see. A word without a pair
 * of characters finds only the former, because the word index cannot help.
 */
export async function findTasks(
  parts: Pick<TasksParts, 'tables' | 'clock' | 'projects'>,
  principal: Principal,
  { word, limit }: { word: string; limit: number },
) {
  const now = parts.clock.now();
  const db = parts.tables.read;
  const scope = await taskScopeOf(parts, principal);
  const isIndexed = pairsOf(word).some((pair) => [...pair].length > 1);
  const [{ today, waiting }, others] = await Promise.all([
    homeList(db, principal.enterpriseId, scope, now).work({ today: limit, waiting: limit }, { word, projectIds: [] }),
    isIndexed
      ? taskList(db, principal.enterpriseId).rows({ scope, now, tab: 'all', word }, { sort: 'late', limit, offset: 0 })
      : [],
  ]);
  const mine = [...today, ...waiting];
  const known = new Set(mine.map(({ id }) => id));
  const shown = (task: ListedTask, isMine: boolean) => {
    const facts = labelFacts(task);
    return {
      id: task.id,
      name: task.title,
      number: task.number,
      mine: isMine,
      project_id: task.project_id,
      deadline: wireTimeOrNull(task.deadline),
      is_long_term: task.is_long_term,
      status: facts.status,
      review_status: facts.review_status,
      label: taskLabel(facts, now),
      overdue: isOverdue(facts, now),
    };
  };
  const rest = others.filter(({ id }) => !known.has(id));
  return [...mine.map((task) => shown(task, true)), ...rest.map((task) => shown(task, false))].slice(0, limit);
}
