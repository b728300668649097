/**
 * Rules for file names and endings. This file has no zod: the uploader applies the server's rules before it sends a
 * byte.
 */
import { isVisible } from './characters.ts';
import { LIMITS } from '../limits.ts';

/** Kinds of files (specification section 9). The ending alone decides the kind. The preview checks the content. */
export const FILE_TYPES = [
  'folder',
  'image',
  'txt',
  'pdf',
  'archive',
  'word',
  'sheet',
  'slides',
  'ubc',
  'ifc',
  'unknown',
] as const;
export type FileType = (typeof FILE_TYPES)[number];

const ENDINGS: Readonly<Record<Exclude<FileType, 'folder' | 'unknown'>, readonly string[]>> = {
  image: ['gif', 'jpg', 'jpeg', 'png', 'bmp', 'webp'],
  txt: ['txt'],
  pdf: ['pdf'],
  archive: ['zip', 'rar'],
  word: ['doc', 'docx', 'wps'],
  sheet: ['xls', 'xlsx', 'numbers', 'csv'],
  slides: ['ppt', 'pptx', 'keynote'],
  ubc: ['ubc'],
  ifc: ['ifc', 'ifczip'],
};
const KIND_OF = new Map(Object.entries(ENDINGS).flatMap(([kind, list]) => list.map((ext) => [ext, kind as FileType])));

/** The kind of an ending, in any case and with or without its dot. */
export const fileKind = (ext: string): FileType => KIND_OF.get(ext.replace(/^\./, '').toLowerCase()) ?? 'unknown';

/** The ending of a name, lower case and without the dot; '' without an ending ('.gitignore' has none). */
export function extOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** The display type of a list entry. */
export const entryType = (kind: 'folder' | 'file', name: string): FileType =>
  kind === 'folder' ? 'folder' : fileKind(extOf(name));

/*
 * Control characters break exports and headers. Bidi overrides turn "exe.png" into "gnp.exe". Line separators break
 * lists.
 */
/* oxlint-disable-next-line no-control-regex -- these very characters are what is refused */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/;
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Windows device names, with any ending. Windows can neither unpack nor delete such a file. */
const DEVICE = /^(con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])\s*(\.|$)/i;

const encoder = new TextEncoder();

/** The canonical form of a name: NFC without outer blanks, so that equal-looking names are equal. */
export const tidyName = (name: string): string => name.normalize('NFC').trim();

/** The problem of a tidied file or folder name as a translation key, or null. */
export function nameProblem(name: string): string | null {
  if (name === '') return 'validation.required';
  if (CONTROL.test(name)) return 'files.nameControl';
  if (BIDI.test(name)) return 'files.nameDirection';
  if (/[/\\]/.test(name)) return 'files.nameSlash';
  if (name === '.' || name === '..') return 'files.nameDots';
  if (!name.isWellFormed()) return 'files.nameControl';
  if (!isVisible(name)) return 'validation.invisible';
  if (DEVICE.test(name)) return 'validation.reservedName';
  if (encoder.encode(name).length > LIMITS.fileNameBytes) return 'files.nameTooLong';
  return null;
}
