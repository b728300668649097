/**
 * What the viewer says to the rest of the product. Plain data only: no type of the 3D libraries and no DOM type stands
 * here, so that the server, the tests and the pages may import it.
 *
 * Space: every point and box is in metres, X right, Y up, Z towards the south of the model (the drawing space).
 * Dimensions are in millimetres, the unit of the trade. `units.ts` turns one into the other.
 */

export type Vec3 = readonly [number, number, number];
export type Box = { readonly min: Vec3; readonly max: Vec3 };

export type ThemeName = 'light' | 'dark';
export type Projection = 'perspective' | 'orthographic';
export type ViewName = 'iso' | 'top' | 'bottom' | 'front' | 'back' | 'left' | 'right';

/** Pixels at the upper and lower edge of the window that the page's bars lie over. */
export type Margins = { readonly top: number; readonly bottom: number };

/** Leaves the subscription. */
export type Off = () => void;

/**
 * One component of a loaded model. `localId` is the IFC line number: it changes with every export, so only `guid` may be
 * stored. A few items (parts made by the converter) carry no GUID.
 */
export type ComponentRef = { readonly modelId: string; readonly localId: number; readonly guid: string | null };

/** A component hit by the pointer, with the place of the hit. */
export type Pick = ComponentRef & { readonly point: Vec3; readonly normal: Vec3 | null };

export type LoadStage = 'fetch' | 'decompress' | 'parse' | 'generate' | 'draw' | 'done';
/** `progress` runs from 0 to 1 over the whole load, never backwards. */
export type LoadProgress = { readonly stage: LoadStage; readonly progress: number };

export type LoadedModel = { readonly modelId: string; readonly box: Box; readonly components: number };

export type ViewerStats = { readonly triangles: number; readonly draws: number };

export type TreeOrder = 'storey' | 'class';
export type TreeKind = 'project' | 'site' | 'building' | 'storey' | 'space' | 'spatial' | 'class' | 'component';

export type TreeNode = {
  /** Unique in the tree, stable as long as the model stays loaded. */
  readonly key: string;
  readonly kind: TreeKind;
  /** Name in the IFC; empty when it has none, and for nodes that stand for a class. */
  readonly name: string;
  /** IFC class in its own spelling, e.g. IFCWALL. */
  readonly ifcClass: string;
  readonly modelId: string;
  readonly localId: number | null;
  readonly guid: string | null;
  /** Set when a site or another container has a body of its own, as terrain has. */
  readonly drawn?: true;
  /** How many components stand at or below this node. */
  readonly count: number;
  readonly children: readonly TreeNode[];
};

export type PropertyValue = string | number | boolean | null;
export type Property = {
  readonly name: string;
  readonly value: PropertyValue;
  /** IFC measure or value type, e.g. IFCLENGTHMEASURE; says how to show the value. */
  readonly type: string | null;
};
export type PropertySet = {
  readonly name: string;
  readonly kind: 'properties' | 'quantities';
  readonly properties: readonly Property[];
};
export type ComponentType = {
  readonly name: string;
  readonly ifcClass: string;
  readonly guid: string | null;
  readonly attributes: readonly Property[];
  readonly sets: readonly PropertySet[];
};
export type ComponentProperties = ComponentRef & {
  readonly name: string;
  readonly ifcClass: string;
  readonly attributes: readonly Property[];
  readonly sets: readonly PropertySet[];
  readonly type: ComponentType | null;
  readonly materials: readonly string[];
};

/**
 * A cutting plane. What lies on the side the normal points to is cut away.
 * `point` is any point of the plane.
 */
export type SectionPlane = { readonly id: string; readonly point: Vec3; readonly normal: Vec3 };
/** Axis of the model as people name it: Z is up. */
export type ModelAxis = 'x' | 'y' | 'z';

export type Dimension = {
  readonly id: string;
  readonly from: Vec3;
  readonly to: Vec3;
  /** Straight distance in millimetres. */
  readonly mm: number;
  /** Signed difference along the model's X, Y and Z (Z up) in millimetres. */
  readonly deltaMm: Vec3;
};

/**
 * Which components are out of sight; `isolated` null means no isolation. Both lists hold GUIDs. `spaces` says whether
 * rooms are drawn: as solid bodies they stand in front of everything else, so they are not unless asked for.
 */
export type VisibilityState = {
  readonly hidden: readonly string[];
  readonly isolated: readonly string[] | null;
  readonly spaces: boolean;
};

export type ViewpointCamera = {
  readonly position: Vec3;
  readonly target: Vec3;
  readonly projection: Projection;
};
/** A saved view, plain JSON, by GUIDs alone: it outlives new exports of the model. */
export type Viewpoint = {
  readonly version: 1;
  /** Where the drawing space lay in the true coordinates, so that the view fits when other models are loaded first. */
  readonly origin: Vec3;
  readonly camera: ViewpointCamera;
  readonly sections: readonly { readonly point: Vec3; readonly normal: Vec3 }[];
  readonly hidden: readonly string[];
  readonly isolated: readonly string[] | null;
  readonly spaces: boolean;
  readonly selection: readonly string[];
};

export type ViewerErrorCode = 'webgl' | 'worker' | 'model' | 'empty' | 'context' | 'disposed';

/** Everything the viewer throws on purpose. The code chooses the text people read; the message is for the log. */
export class ViewerError extends Error {
  readonly code: ViewerErrorCode;
  constructor(code: ViewerErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ViewerError';
    this.code = code;
  }
}
