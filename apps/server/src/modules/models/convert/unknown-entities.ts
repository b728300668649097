import type { IfcSession } from './ifc-session.ts';

/**
 * How many entities have a class that the file's schema does not have. The reader passes over them without a word, and a building without
 * its walls would be taken for whole.
 */
export function countUnknownEntities({ api, model }: IfcSession): number {
  let known = 0;
  for (const { typeID } of api.GetAllTypesOfModel(model)) known += api.GetLineIDsWithType(model, typeID).size();
  return Math.max(0, api.GetAllLines(model).size() - known);
}
