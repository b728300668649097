import type { z } from 'zod';
import type { find } from '@prdm/contract/home';
import { entryType } from '@prdm/contract/kit/file-names';
import { filePath, folderPath } from '../../features/files/addresses.ts';
import { fileIcon } from '../../features/files/parts/file-icon.ts';
import { personPath } from '../../features/organisation/addresses.ts';
import { projectPath } from '../../features/projects/addresses.ts';
import { taskPath } from '../../features/tasks/addresses.ts';
import { standardName } from '../../lib/i18n.ts';
import type { Recent } from '../../lib/recents.ts';
import type { IconName } from '../../ui/look/icon.tsx';
import type { Found, Source } from './rows.ts';

export type FindAnswer = z.output<typeof find.output>;

/** Parts of a detail that are not empty: 'A-12 · 滨江'. */
const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** The server's answer as rows. Only a reader of the staff page can open a person. */
export function rowsOf(answer: FindAnswer, mayOpenPeople: boolean): Required<Found> {
  return {
    projects: answer.projects.map(({ id, name, item_number, short_name }) => ({
      id: `project:${id}`,
      name,
      picture: 'project',
      detail: joined(item_number, short_name === name ? '' : short_name),
      aliases: [item_number, short_name],
      to: projectPath(id),
    })),
    tasks: answer.tasks.map((task) => ({
      id: `task:${task.id}`,
      name: task.name,
      picture: 'task',
      detail: joined(task.number, task.project_name),
      aliases: [task.number],
      status: task.overdue ? 'overdue' : task.label,
      to: taskPath(task),
    })),
    files: answer.files.map((file) => ({
      id: `${file.kind}:${file.id}`,
      name: file.name,
      picture: fileIcon(file),
      // The root folder has the name of the project.
      detail: joined(file.project_name, ...file.crumbs.slice(1).map(({ name }) => name)),
      to: file.kind === 'folder' ? folderPath(file) : filePath(file),
    })),
    people: answer.people.map(({ id, name, thumb, department_name, position_name, phone }) => ({
      id: `person:${id}`,
      name,
      picture: { personId: id, thumb },
      detail: joined(department_name, standardName('positions', position_name), phone ?? ''),
      ...(mayOpenPeople ? { to: personPath(id) } : {}),
    })),
  };
}

const ICONS = { project: 'project', task: 'task', model: 'model' } as const;

/** A recent record as a row. */
export function recentRow({ kind, id, name, to, place }: Recent): Source {
  const icon: IconName =
    kind === 'file' ? fileIcon({ name, type: entryType('file', name) }) : kind === 'person' ? 'user' : ICONS[kind];
  const picture = kind === 'person' ? { personId: id, thumb: '' } : icon;
  return { id: `${kind}:${id}`, name, picture, detail: place, to };
}
