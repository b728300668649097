/** What other features use of tasks. */
export { taskPath } from './addresses.ts';
