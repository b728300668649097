/**
 * IFC files made by the project itself: a small office for tests and the demo, large varied models for measurements
 * (see bench/large-model.ts), and hostile inputs. Nothing here is needed to run the product.
 */
export { BuildingWriter, writeSmallBuilding } from './building.ts';
export type { BuildingOptions } from './building.ts';
export type { Georeference } from './project.ts';
export { ifcGuid } from './seed.ts';
export { encodeGb18030 } from './gb18030.ts';
export { HOSTILE_KINDS, writeHostile } from './hostile.ts';
export type { HostileKind } from './hostile.ts';
