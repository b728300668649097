import type { ComponentProperties, Property, PropertySet } from '@prdm/viewer';
import { classKey, valueText } from './models.logic.ts';

/** A property for display: its translated name when there is one, and its value with the unit. */
export interface ShownProperty {
  /** The name in the file. */
  readonly raw: string;
  readonly name: string;
  readonly value: string;
}

export interface ShownGroup {
  readonly key: string;
  readonly title: string;
  /** Meaning of the title, shown at the end of its line. */
  readonly tag: string | null;
  readonly properties: readonly ShownProperty[];
}

/** The translated words that the properties need. */
export interface PropertyWords {
  readonly yes: string;
  readonly no: string;
  readonly attributes: string;
  readonly quantities: string;
  readonly materials: string;
  readonly type: (name: string) => string;
  /** Word for a fixed attribute of the IFC. Null without one. */
  readonly attribute: (name: string) => string | null;
  /** Word for a standard set named after a class: common properties or quantities. */
  readonly setOf: (kind: 'common' | 'quantities', classKey: string) => string | null;
}

/** Sets of the standard whose name contains a class: Pset_WallCommon, Qto_WallBaseQuantities. */
const SETS = [
  ['common', /^Pset_(\w+)Common$/],
  ['quantities', /^Qto_(\w+)BaseQuantities$/],
] as const;

/** All properties of a component in reading order. Groups without a property are left out. */
export function groupsOf(
  component: ComponentProperties,
  words: PropertyWords,
  units: Readonly<Record<string, string>>,
): ShownGroup[] {
  const shown = (property: Property, name: string = property.name): ShownProperty => ({
    raw: property.name,
    name,
    value: valueText(property, words, units),
  });
  const attributes = (properties: readonly Property[]) =>
    properties.map((property) => shown(property, words.attribute(property.name) ?? property.name));
  const setGroup = (set: PropertySet, of: string): ShownGroup => ({
    key: `${of} ${set.kind} ${set.name}`,
    title: set.name,
    tag: tagOf(set, words),
    properties: set.properties.map((property) => shown(property)),
  });
  const { type, materials } = component;
  const groups: ShownGroup[] = [
    { key: 'attributes', title: words.attributes, tag: null, properties: attributes(component.attributes) },
    ...component.sets.map((set) => setGroup(set, 'own')),
  ];
  if (type)
    groups.push(
      { key: 'type', title: words.type(type.name), tag: null, properties: attributes(type.attributes) },
      ...type.sets.map((set) => setGroup(set, 'type')),
    );
  groups.push({
    key: 'materials',
    title: words.materials,
    tag: null,
    properties: materials.map((value, index) => shown({ name: String(index + 1), value, type: null })),
  });
  return groups.filter(({ properties }) => properties.length > 0);
}

function tagOf(set: PropertySet, words: PropertyWords): string | null {
  for (const [kind, pattern] of SETS) {
    const [, ifcClass] = pattern.exec(set.name) ?? [];
    const word = ifcClass === undefined ? null : words.setOf(kind, classKey(ifcClass));
    if (word !== null) return word;
  }
  return set.kind === 'quantities' ? words.quantities : null;
}

/**
 * The rows whose name, in either language, or value contains a word. A group whose title contains it is shown whole.
 */
export function matching(groups: readonly ShownGroup[], word: string): readonly ShownGroup[] {
  const wanted = word.trim().toLowerCase();
  if (wanted === '') return groups;
  const has = (...texts: (string | null)[]) => texts.some((text) => text?.toLowerCase().includes(wanted) === true);
  return groups.flatMap((group) => {
    if (has(group.title, group.tag)) return [group];
    const properties = group.properties.filter(({ raw, name, value }) => has(raw, name, value));
    return properties.length === 0 ? [] : [{ ...group, properties }];
  });
}
