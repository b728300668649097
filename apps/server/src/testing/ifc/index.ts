/**
 * Generated IFC files: a small office for tests and the demo, large varied models for measurements (see
 * bench/large-model.ts), and hostile inputs. The running product does not need them.
 */
export { BuildingWriter, writeSmallBuilding } from './building.ts';
export type { BuildingOptions } from './building.ts';
export type { Georeference } from './project.ts';
export { RoadWriter, ROAD_COUNTS, writeRoad } from './road.ts';
export { ifcGuid } from './seed.ts';
export type { Ref } from './step.ts';
export { encodeGb18030 } from './gb18030.ts';
export { HOSTILE_KINDS, writeHostile } from './hostile.ts';
export { zip } from './zip.ts';
export type { HostileKind } from './hostile.ts';
