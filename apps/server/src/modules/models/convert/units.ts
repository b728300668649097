import { IFCUNITASSIGNMENT } from 'web-ifc';
import { idsOfType, lineOf, numberOf, referenceOf, textOf } from './ifc-lines.ts';
import type { IfcSession } from './ifc-session.ts';

const PREFIX: Readonly<Record<string, number>> = {
  KILO: 1e3,
  HECTO: 1e2,
  DECA: 10,
  DECI: 1e-1,
  CENTI: 1e-2,
  MILLI: 1e-3,
  MICRO: 1e-6,
};

/** Metres in one length unit entity: IfcSIUnit, or IfcConversionBasedUnit (foot, inch) over its conversion factor. */
function metresIn(session: IfcSession, id: number, depth = 0): number {
  const unit = lineOf(session.api, session.model, id);
  const factorId = referenceOf(unit?.['ConversionFactor']);
  if (factorId === null) return PREFIX[textOf(unit?.['Prefix']) ?? ''] ?? 1;
  const factor = lineOf(session.api, session.model, factorId);
  const base = referenceOf(factor?.['UnitComponent']);
  // A foot is defined by metres; a deeper chain is a mistake, or a unit that is defined by itself.
  const inBase = base === null || depth > 3 ? 1 : metresIn(session, base, depth + 1);
  return (numberOf(factor?.['ValueComponent']) ?? 1) * inBase;
}

/** Millimetres in the model's length unit; a model that declares none is in metres. */
export function millimetresPerUnit(session: IfcSession): number {
  for (const assignment of idsOfType(session.api, session.model, IFCUNITASSIGNMENT)) {
    const units = lineOf(session.api, session.model, assignment)?.['Units'];
    if (!Array.isArray(units)) continue;
    for (const unit of units) {
      const id = referenceOf(unit);
      if (id === null) continue;
      const line = lineOf(session.api, session.model, id);
      if (textOf(line?.['UnitType']) === 'LENGTHUNIT') return metresIn(session, id) * 1000;
    }
  }
  return 1000;
}
