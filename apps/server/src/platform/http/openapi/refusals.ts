import { CODES, type Code } from '@prdm/contract/codes';
import { refsOf, type Endpoint, type SubjectKindName } from '@prdm/contract/kit';
// English only, as programmers read it. The client's tests read this file too, and they have no folder of texts.
import meanings from '@prdm/locales/en/codes.json' with { type: 'json' };

/** Kinds whose records can belong to a project. A caller outside the project gets 444, an archived project 443. */
const OF_PROJECTS: ReadonlySet<SubjectKindName> = new Set<SubjectKindName>([
  'project',
  'folder',
  'file',
  'file_version',
  'trash',
  'upload',
  'model',
  'model_version',
  'viewpoint',
  'viewpoint_comment',
  'process',
  'seat',
  'task',
]);

export const meaningOf = (code: Code): string => meanings[`${code}`];

/** Every code of a refusal, in ascending order. */
export const REFUSAL_CODES: readonly Code[] = Object.values(CODES)
  .filter((code) => code !== CODES.ok)
  .toSorted((a, b) => a - b);

/**
 * The codes that follow from the declaration of a call: from its access, its ids, its versions, its fields and its own
 * list. A call may answer other codes, because states and rules of a domain are not declared.
 */
export function refusalsOf(endpoint: Endpoint): readonly Code[] {
  const codes = new Set<Code>(endpoint.refuses ?? []);
  const denied = endpoint.page ? CODES.pageDenied : CODES.denied;
  const refs = refsOf(endpoint.input);
  // Every call refuses an undeclared field.
  codes.add(CODES.invalid);
  if (endpoint.access !== 'public') codes.add(CODES.sessionEnded).add(CODES.denied);
  if (typeof endpoint.access === 'object') codes.add(denied);
  if (refs.length > 0) codes.add(endpoint.page ? CODES.pageNotFound : CODES.notFound);
  if (refs.some(({ ref }) => ref.right !== 'read')) codes.add(denied);
  if (refs.some(({ ref }) => OF_PROJECTS.has(ref.kind))) {
    codes.add(CODES.notInProject);
    if (endpoint.archived !== 'allowed') codes.add(CODES.archived);
  }
  if (hasVersion(endpoint.input)) codes.add(CODES.conflict);
  if (endpoint.transport === 'multipart') codes.add(CODES.uploadLimit);
  return [...codes].toSorted((a, b) => a - b);
}

/** Whether the input names a version, also inside lists. */
function hasVersion(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const { def } = schema as { def?: Record<string, unknown> };
  if (!def) return false;
  const shape = (def['shape'] ?? {}) as Record<string, unknown>;
  if ('version' in shape) return true;
  const inner = [def['innerType'], def['element'], def['in'], def['out'], ...((def['options'] ?? []) as unknown[])];
  return [...Object.values(shape), ...inner].some(hasVersion);
}
