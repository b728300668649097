import type { Principal } from '@prdm/access';
import type { find } from '@prdm/contract/home';
import type { z } from 'zod';
import type { Files } from '../files/index.ts';
import type { Organisation } from '../organisation/index.ts';
import type { Projects } from '../projects/index.ts';
import type { Tasks } from '../tasks/index.ts';

/** The searches of the palette. Each module applies its own rights. */
export interface FindSources {
  readonly projects: Pick<Projects, 'find'>;
  readonly tasks: Pick<Tasks, 'find'>;
  readonly files: Pick<Files, 'find'>;
  readonly organisation: Pick<Organisation, 'find'>;
}

/** All lists of the palette. They are searched at the same time; only the files wait for the ids of the projects. */
export async function findForPalette(
  sources: FindSources,
  principal: Principal,
  { word = '', limit }: z.output<typeof find.input>,
): Promise<z.input<typeof find.output>> {
  if (word === '') return { projects: [], tasks: [], files: [], people: [] };
  const projectsQuery = sources.projects.find(principal, { word, limit });
  const [{ found, ongoing }, tasks, files, people] = await Promise.all([
    projectsQuery,
    sources.tasks.find(principal, { word, limit }),
    projectsQuery.then(({ ongoing: projects }) =>
      sources.files.find(principal, { projectIds: [...projects.keys()], word, limit }),
    ),
    sources.organisation.find(principal, { word, limit }),
  ]);
  const named = <T extends { readonly project_id: number }>(row: T) => ({
    ...row,
    project_name: ongoing.get(row.project_id) ?? '',
  });
  return { projects: [...found], tasks: tasks.map(named), files: files.map(named), people };
}
