import { ifcGuid } from './seed.ts';
import type { Arg, Ref, StepWriter } from './step.ts';

/** The value of a property: text, yes/no, or a number with its IFC measure. */
export type PropertyValue = string | boolean | { measure: string; value: number };

export interface Quantity {
  name: string;
  kind: 'LENGTH' | 'AREA' | 'VOLUME';
  /** mm for lengths, m2 for areas, m3 for volumes: the units the model declares. */
  value: number;
}

/** Writes property sets, quantities, types and the relations that tie them to components. */
export class Properties {
  readonly #step: StepWriter;
  readonly #seed: string;

  constructor(step: StepWriter, seed: string) {
    this.#step = step;
    this.#seed = seed;
  }

  guid(key: string): string {
    return ifcGuid(this.#seed, key);
  }

  /** Adds a property set to one component. `key` names the component in GlobalIds. */
  set(key: string, component: Ref, name: string, values: Readonly<Record<string, PropertyValue>>): void {
    const properties = Object.entries(values).map(([property, value]) =>
      this.#step.add('IFCPROPERTYSINGLEVALUE', property, null, this.nominal(value), null),
    );
    const guid = this.guid(`${key}/${name}`);
    const set = this.#step.add('IFCPROPERTYSET', guid, null, name, null, properties);
    this.defines(`${key}/${name}`, component, set);
  }

  quantities(key: string, component: Ref, name: string, quantities: readonly Quantity[]): void {
    const parts = quantities.map(({ name: quantity, kind, value }) =>
      this.#step.add(`IFCQUANTITY${kind}`, quantity, null, null, value, null),
    );
    const guid = this.guid(`${key}/${name}`);
    const set = this.#step.add('IFCELEMENTQUANTITY', guid, null, name, null, null, parts);
    this.defines(`${key}/${name}`, component, set);
  }

  relation(type: string, key: string, ...ends: Arg[]): Ref {
    return this.#step.add(type, this.guid(`${type}/${key}`), null, null, null, ...ends);
  }

  private defines(key: string, component: Ref, set: Ref): void {
    this.relation('IFCRELDEFINESBYPROPERTIES', key, [component], set);
  }

  private nominal(value: PropertyValue): Arg {
    if (typeof value === 'string') return this.#step.typed('IFCLABEL', value);
    if (typeof value === 'boolean') return this.#step.typed('IFCBOOLEAN', value);
    return this.#step.typed(value.measure, value.value);
  }
}
