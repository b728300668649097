import { IFCUNITASSIGNMENT } from 'web-ifc';
import { idsOfType, lineOf, numberOf, referenceOf, textOf, type IfcLine } from './ifc-lines.ts';
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

/**
 * SI units (metres, radians) in one unit entity. The entity is an IfcSIUnit, or an IfcConversionBasedUnit (foot, inch, degree)
 * with its conversion factor.
 */
function metresIn(session: IfcSession, id: number, depth = 0): number {
  const unit = lineOf(session.api, session.model, id);
  const factorId = referenceOf(unit?.['ConversionFactor']);
  if (factorId === null) return PREFIX[textOf(unit?.['Prefix']) ?? ''] ?? 1;
  const factor = lineOf(session.api, session.model, factorId);
  const base = referenceOf(factor?.['UnitComponent']);
  // A foot is defined by metres. A deeper chain is an error, or a unit that is defined by itself.
  const inBase = base === null || depth > 3 ? 1 : metresIn(session, base, depth + 1);
  return (numberOf(factor?.['ValueComponent']) ?? 1) * inBase;
}

/**
 * The units that a file declares for whole kinds of measures. Derived units (e.g. density) have no such kind and are left out.
 */
function* declaredUnits(session: IfcSession): Generator<{ id: number; kind: string; line: IfcLine }> {
  for (const assignment of idsOfType(session.api, session.model, IFCUNITASSIGNMENT)) {
    const units = lineOf(session.api, session.model, assignment)?.['Units'];
    if (!Array.isArray(units)) continue;
    for (const unit of units) {
      const id = referenceOf(unit);
      const line = id === null ? null : lineOf(session.api, session.model, id);
      const kind = textOf(line?.['UnitType']);
      if (id !== null && line !== null && kind !== null) yield { id, kind, line };
    }
  }
}

/** A unit of length: its sign ('' for an unknown unit) and its metres. */
export interface LengthUnit {
  sign: string;
  metres: number;
}

/** The model's length unit; metres when the model declares none. */
export function modelLengthUnit(session: IfcSession): LengthUnit {
  for (const { id, kind } of declaredUnits(session)) if (kind === 'LENGTHUNIT') return lengthUnitOf(session, id);
  return { sign: 'm', metres: 1 };
}

/** A unit entity of length. */
export function lengthUnitOf(session: IfcSession, id: number): LengthUnit {
  const line = lineOf(session.api, session.model, id);
  return { sign: (line === null ? null : signOf(line)) ?? '', metres: metresIn(session, id) };
}

/** Millimetres in the model's length unit. */
export const millimetresPerUnit = (session: IfcSession): number => modelLengthUnit(session).metres * 1000;

const PREFIX_SIGN: Readonly<Record<string, string>> = {
  GIGA: 'G',
  MEGA: 'M',
  KILO: 'k',
  HECTO: 'h',
  DECA: 'da',
  DECI: 'd',
  CENTI: 'c',
  MILLI: 'm',
  MICRO: 'µ',
};

const SIGN: Readonly<Record<string, string>> = {
  METRE: 'm',
  SQUARE_METRE: 'm²',
  CUBIC_METRE: 'm³',
  RADIAN: 'rad',
  GRAM: 'g',
  SECOND: 's',
  AMPERE: 'A',
  VOLT: 'V',
  WATT: 'W',
  JOULE: 'J',
  NEWTON: 'N',
  PASCAL: 'Pa',
  HERTZ: 'Hz',
  LUMEN: 'lm',
  LUX: 'lx',
  CANDELA: 'cd',
  KELVIN: 'K',
  DEGREE_CELSIUS: '°C',
};

/** Names of conversion-based units as exporters write them (buildingSMART's list), in lower case. */
const NAMED_SIGN: Readonly<Record<string, string>> = {
  degree: '°',
  inch: 'in',
  foot: 'ft',
  yard: 'yd',
  mile: 'mi',
  'square inch': 'in²',
  'square foot': 'ft²',
  'square yard': 'yd²',
  'cubic inch': 'in³',
  'cubic foot': 'ft³',
  'cubic yard': 'yd³',
  litre: 'L',
  pound: 'lb',
  tonne: 't',
  hour: 'h',
  day: 'd',
};

function signOf(line: IfcLine): string | null {
  const name = textOf(line['Name']);
  if (name === null) return null;
  // A conversion-based unit without a known sign keeps its own name. The sign of its base unit would be wrong.
  if (referenceOf(line['ConversionFactor']) !== null)
    return NAMED_SIGN[name.toLowerCase().replaceAll('_', ' ')] ?? name;
  const prefix = textOf(line['Prefix']);
  const [sign, before] = [SIGN[name], prefix === null ? '' : PREFIX_SIGN[prefix]];
  return sign === undefined || before === undefined ? null : `${before}${sign}`;
}

/** Signs of the file's units by IFC unit kind, e.g. LENGTHUNIT: mm. Unknown declarations are left out. */
export function unitSigns(session: IfcSession): Record<string, string> {
  const signs: Record<string, string> = {};
  for (const { kind, line } of declaredUnits(session)) {
    const sign = signOf(line);
    if (sign !== null) signs[kind] ??= sign;
  }
  return signs;
}

/** Radians in the model's unit of plane angles; 1 when the model declares none. */
export function radiansPerUnit(session: IfcSession): number {
  for (const { id, kind } of declaredUnits(session)) if (kind === 'PLANEANGLEUNIT') return metresIn(session, id);
  return 1;
}
