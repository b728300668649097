/** The address of a page with the project it opens in, so that it says everything: a reload, a copied link and a new tab show the same. */
export function inProject(path: string, projectId: number | null | undefined): string {
  if (projectId === null || projectId === undefined) return path;
  const [page = '', search = ''] = path.split('?');
  const query = new URLSearchParams(search);
  query.set('project_id', String(projectId));
  return `${page}?${query}`;
}
