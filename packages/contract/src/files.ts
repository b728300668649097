export { SELECTED_MAX, type FileEntry } from './files/fields.ts';
export * from './files/entries.ts';
export * from './files/versions.ts';
export * from './files/recycle.ts';
export * from './files/permissions.ts';
export * from './files/uploads.ts';
