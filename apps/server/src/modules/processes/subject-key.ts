import type { SubjectKey } from './process.types.ts';

/** Key of a subject in the maps of this module. */
export const subjectKey = ({ kind, id }: SubjectKey): string => `${kind}:${id}`;
