/** Adds the project to the address of a page. A reload, a copied link and a new tab then show the same page. */
export function inProject(path: string, projectId: number | null | undefined): string {
  if (projectId === null || projectId === undefined) return path;
  const [page = '', search = ''] = path.split('?');
  const query = new URLSearchParams(search);
  query.set('project_id', String(projectId));
  return `${page}?${query}`;
}
