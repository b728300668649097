import { extOf, type FileType } from '@prdm/contract/file-names';
import type { IconName } from '../../../ui/icon.tsx';

const OF_TYPE: Record<FileType, IconName> = {
  folder: 'folder',
  image: 'filePicture',
  txt: 'fileText',
  pdf: 'filePdf',
  archive: 'fileArchive',
  word: 'fileText',
  sheet: 'fileTable',
  slides: 'fileSlides',
  ubc: 'model',
  ifc: 'model',
  unknown: 'file',
};

/** Endings of the trade that are no kinds of their own to the program: it neither shows nor reads them, people tell them apart. */
const OF_ENDING: ReadonlyMap<string, IconName> = new Map(
  Object.entries({
    fileDrawing: ['dwg', 'dxf', 'dwt', 'dgn', 'dwf'],
    model: ['rvt', 'rfa', 'rte', 'skp', '3dm', 'nwd', 'nwc', 'nwf', 'stp', 'step', 'fbx', 'obj', 'glb', 'gltf'],
    filePicture: ['svg', 'tif', 'tiff', 'heic', 'psd'],
    fileArchive: ['7z', 'tar', 'gz'],
    fileText: ['md', 'rtf', 'log', 'xml', 'json'],
  } satisfies Partial<Record<IconName, readonly string[]>>).flatMap(([icon, endings]) =>
    endings.map((ending) => [ending, icon as IconName]),
  ),
);

/** The picture of a file's kind: by what the program knows it as, else by its ending. */
export const fileIcon = ({ name, type }: { name: string; type: FileType }): IconName =>
  type === 'unknown' ? (OF_ENDING.get(extOf(name)) ?? 'file') : OF_TYPE[type];
