interface Placed {
  readonly id: number;
  readonly project_id: number;
  /** The folder that contains it. */
  readonly folder_id: number;
}

/** Address of a folder with its contents. */
export const folderPath = ({ id, project_id }: Pick<Placed, 'id' | 'project_id'>): string =>
  `/file/index?project_id=${project_id}&pid=${id}`;

/** Address of a file, open beside the list of its folder. */
export const filePath = ({ id, project_id, folder_id }: Placed): string =>
  `${folderPath({ id: folder_id, project_id })}&file=${id}`;
