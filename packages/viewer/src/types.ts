/**
 * Types that the viewer exchanges with the rest of the product. They are plain data without types of the 3D libraries
 * or the DOM. So the server, the tests and the pages may import them.
 *
 * Every point and box is in the drawing space: metres, X right, Y up, Z towards the south of the model. Dimensions are
 * in millimetres, the unit of the trade. `units.ts` converts between the two.
 */

export type Vec3 = readonly [number, number, number];
export type Box = { readonly min: Vec3; readonly max: Vec3 };

export type ThemeName = 'light' | 'dark';
export type Projection = 'perspective' | 'orthographic';
export type ViewName = 'iso' | 'top' | 'bottom' | 'front' | 'back' | 'left' | 'right';

/** Pixels at the upper and lower edge of the window that the bars of the page cover. */
export type Margins = { readonly top: number; readonly bottom: number };

/** Ends the subscription. */
export type Off = () => void;

/**
 * One component of a loaded model. `localId` is the IFC line number. It changes with every export, so only `guid` may
 * be stored. A few items (parts made by the converter) have no GUID.
 */
export type ComponentRef = { readonly modelId: string; readonly localId: number; readonly guid: string | null };

/** A component under the pointer, with the position of the hit. */
export type Pick = ComponentRef & { readonly point: Vec3; readonly normal: Vec3 | null };

export type LoadStage = 'fetch' | 'decompress' | 'parse' | 'generate' | 'draw' | 'done';
/** `progress` runs from 0 to 1 over the whole load and never decreases. */
export type LoadProgress = { readonly stage: LoadStage; readonly progress: number };

export type LoadedModel = { readonly modelId: string; readonly box: Box; readonly components: number };

export type ViewerStats = { readonly triangles: number; readonly draws: number };

export type TreeOrder = 'storey' | 'class';
export type TreeKind = 'project' | 'site' | 'building' | 'storey' | 'space' | 'spatial' | 'class' | 'component';

export type TreeNode = {
  /** Unique in the tree and stable while the model stays loaded. */
  readonly key: string;
  readonly kind: TreeKind;
  /** Name in the IFC. It is empty for unnamed items and for class nodes. */
  readonly name: string;
  /** IFC class in its own spelling, e.g. IFCWALL. */
  readonly ifcClass: string;
  readonly modelId: string;
  readonly localId: number | null;
  readonly guid: string | null;
  /** Set when a site or another container has its own body, such as terrain. */
  readonly drawn?: true;
  /** Set for rooms and openings, and for groups of them. Their bodies are not components. */
  readonly room?: true;
  /** Number of components at or below this node. Rooms do not count. */
  readonly count: number;
  readonly children: readonly TreeNode[];
};

export type PropertyValue = string | number | boolean | null;
export type Property = {
  readonly name: string;
  readonly value: PropertyValue;
  /** IFC measure or value type, e.g. IFCLENGTHMEASURE. It decides how the value is shown. */
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

/** A cutting plane. The side of the normal is cut away. `point` is any point of the plane. */
export type SectionPlane = { readonly id: string; readonly point: Vec3; readonly normal: Vec3 };
/** Axis of the model in the usual naming: Z is up. */
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
 * Which components are hidden. `isolated` null means no isolation. Both lists hold GUIDs. `spaces` is true when rooms
 * are drawn. Rooms are solid bodies that cover everything else, so the default is false.
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
/** A saved view as plain JSON. It holds GUIDs only, so it stays valid after a new export of the model. */
export type Viewpoint = {
  readonly version: 1;
  /** Position of the drawing space in true coordinates. It keeps the view valid when other models are loaded first. */
  readonly origin: Vec3;
  readonly camera: ViewpointCamera;
  readonly sections: readonly { readonly point: Vec3; readonly normal: Vec3 }[];
  readonly hidden: readonly string[];
  readonly isolated: readonly string[] | null;
  readonly spaces: boolean;
  readonly selection: readonly string[];
};

export type ViewerErrorCode = 'webgl' | 'worker' | 'model' | 'empty' | 'context' | 'disposed';

/**
 * Every error that the viewer throws on purpose. The code selects the text for the user. The message is for the log.
 */
export class ViewerError extends Error {
  readonly code: ViewerErrorCode;
  constructor(code: ViewerErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ViewerError';
    this.code = code;
  }
}
