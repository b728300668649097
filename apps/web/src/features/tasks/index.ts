/** What other features use of tasks. */
export { taskPath } from './addresses.ts';
export { usePlainMove, type TaskRow } from './tasks.queries.ts';
