import { extOf, type FileType } from '@prdm/contract/kit/file-names';
import type { IconName } from '../../../ui/look/icon.tsx';

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

/**
 * Extensions of the trade without a file type in the product. It neither shows nor reads them, but users distinguish
 * them.
 */
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

/** Icon of a file: by its type, else by its extension. */
export const fileIcon = ({ name, type }: { name: string; type: FileType }): IconName =>
  type === 'unknown' ? (OF_ENDING.get(extOf(name)) ?? 'file') : OF_TYPE[type];
