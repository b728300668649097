/** The parts of tasks that other features use. */
export { submitPath, taskPath } from './addresses.ts';
export { TaskRecord } from './parts/task-record.tsx';
export { usePlainMove, type TaskRow } from './tasks.queries.ts';
