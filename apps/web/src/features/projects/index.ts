/** The parts of projects that other features use. */
export { ProjectPicker } from './parts/project-picker.tsx';
export { useProject, type KnownProject } from './use-project.ts';
export { useEnterProject } from './projects.queries.ts';
export { ADD_PATH, LIST_PATH, projectPath, tasksPath, filesPath, modelsPath } from './addresses.ts';
