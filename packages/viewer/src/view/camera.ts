import { Box3, MathUtils, OrthographicCamera, PerspectiveCamera, Quaternion, Ray, Sphere, Vector3 } from 'three';
import { cornersOf, framed } from './framing.ts';
import type { Margins, Projection, ViewName } from '../types.ts';

const FOV_DEG = 45;
const TAN_HALF_FOV = Math.tan(MathUtils.degToRad(FOV_DEG / 2));
const NEAREST = 0.05;
const SMALLEST_FOCUS = 0.05;
/** From this radius on, in metres, lengths are used without scaling. */
const ROOM = 2.5;
/** Bars leave each half of the window at least this share, also in a low window. */
const LEAST_SHARE = 0.3;
const ANIMATION_MS = 350;

const VIEW_ANGLES: Record<ViewName, { yaw: number; pitch: number }> = {
  iso: { yaw: 45, pitch: -32 },
  top: { yaw: 0, pitch: -90 },
  bottom: { yaw: 0, pitch: 90 },
  front: { yaw: 0, pitch: 0 },
  back: { yaw: 180, pitch: 0 },
  right: { yaw: 90, pitch: 0 },
  left: { yaw: -90, pitch: 0 },
};

/** Position and direction of view. Angles are in radians. Yaw 0 looks north, pitch -90 degrees looks straight down. */
type Pose = { target: Vector3; yaw: number; pitch: number; focus: number };

/**
 * The camera: a target point, two angles and the distance between eye and target (`focus`). Both projections share this
 * pose, so a switch keeps the size of objects at the depth of the target.
 */
export class CameraRig {
  readonly perspective = new PerspectiveCamera(FOV_DEG, 1, NEAREST, 1000);
  readonly orthographic = new OrthographicCamera();
  private pose: Pose = { target: new Vector3(), yaw: Math.PI / 4, pitch: MathUtils.degToRad(-32), focus: 20 };
  private kind: Projection = 'perspective';
  private aspect = 1;
  private height = 1;
  private readonly bounds = new Sphere(new Vector3(), 1);
  private animation: { from: Pose; to: Pose; started: number; done: () => void } | null = null;
  private readonly changed: () => void;
  /** Bars cover this many pixels at the upper and lower edge of the window. A fitted model keeps clear of them. */
  margins: Margins = { top: 0, bottom: 0 };

  /** @param changed called whenever the picture must be drawn again */
  constructor(changed: () => void) {
    this.changed = changed;
  }

  get current(): PerspectiveCamera | OrthographicCamera {
    return this.kind === 'perspective' ? this.perspective : this.orthographic;
  }

  get projection(): Projection {
    return this.kind;
  }

  setProjection(kind: Projection): void {
    if (kind === this.kind) return;
    this.kind = kind;
    this.changed();
  }

  resize(width: number, height: number): void {
    this.aspect = width / height;
    this.height = height;
    this.changed();
  }

  /** Sets the sphere that the near and far planes must never cut. */
  setBounds(box: Box3): void {
    if (box.isEmpty()) return;
    box.getBoundingSphere(this.bounds);
    this.changed();
  }

  eye(): Vector3 {
    return this.forward().multiplyScalar(-this.pose.focus).add(this.pose.target);
  }

  target(): Vector3 {
    return this.pose.target.clone();
  }

  forward(): Vector3 {
    const { yaw, pitch } = this.pose;
    return new Vector3(-Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), -Math.cos(yaw) * Math.cos(pitch));
  }

  right(): Vector3 {
    return new Vector3(Math.cos(this.pose.yaw), 0, -Math.sin(this.pose.yaw));
  }

  up(): Vector3 {
    return this.right().cross(this.forward());
  }

  /**
   * Scales a length made for a room down for a small model. Examples are a part and a house exported in the wrong unit.
   */
  private finely(length: number): number {
    return length * Math.min(1, this.bounds.radius / ROOM);
  }

  /** Metres covered by one pixel at a point. */
  metresPerPixel(at: Vector3): number {
    const depth =
      this.kind === 'perspective'
        ? Math.max(at.clone().sub(this.eye()).dot(this.forward()), this.finely(NEAREST))
        : this.pose.focus;
    return (2 * TAN_HALF_FOV * depth) / this.height;
  }

  /** Updates the three cameras of the library from the pose. Call it before every use of `current`. */
  apply(): void {
    const { yaw, pitch, focus } = this.pose;
    const eye = this.eye();
    const forward = this.forward();
    const ahead = this.bounds.center.clone().sub(eye).dot(forward);
    const nearest = this.finely(NEAREST);
    const reach = this.bounds.radius * 1.02 + this.finely(0.5);
    const camera = this.current;
    camera.rotation.set(pitch, yaw, 0, 'YXZ');
    if (camera instanceof PerspectiveCamera) {
      camera.position.copy(eye);
      camera.aspect = this.aspect;
      camera.far = Math.max(ahead + reach, nearest * 100);
      // Near is as large as the model allows. The precision of the depth buffer, and of the drawn edges, depends on it.
      camera.near = Math.max(ahead - reach, Math.min(camera.far / 20_000, 1), nearest);
    } else {
      // Rays start at the plane of the camera, so objects behind it would be visible but not pickable. A step back
      // changes nothing in a parallel projection.
      const stepBack = Math.max(0, reach - ahead + 1);
      camera.position.copy(eye).addScaledVector(forward, -stepBack);
      const half = focus * TAN_HALF_FOV;
      camera.top = half;
      camera.bottom = -half;
      camera.right = half * this.aspect;
      camera.left = -half * this.aspect;
      camera.near = 0.5;
      camera.far = ahead + stepBack + reach + 1;
    }
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld(true);
  }

  /** Ray through a position of the window. x and y run from -1 to 1, y up. */
  ray(x: number, y: number): Ray {
    this.apply();
    const near = new Vector3(x, y, -1).unproject(this.current);
    const far = new Vector3(x, y, 1).unproject(this.current);
    const origin = this.kind === 'perspective' ? this.eye() : near;
    return new Ray(origin, far.sub(near).normalize());
  }

  /** Turns around a point that keeps its position on the screen. */
  orbit(pivot: Vector3, yaw: number, pitch: number): void {
    this.stopAnimation();
    const before = this.orientation();
    const arm = this.eye().sub(pivot).applyQuaternion(before.invert());
    this.turn(yaw, pitch);
    this.placeEye(arm.applyQuaternion(this.orientation()).add(pivot));
  }

  /** Turns the direction of view. The eye stays. */
  look(yaw: number, pitch: number): void {
    this.stopAnimation();
    const eye = this.eye();
    this.turn(yaw, pitch);
    this.placeEye(eye);
  }

  /** Moves the view so that a point at the depth of `at` follows the pointer by this many pixels. */
  pan(dxPixels: number, dyPixels: number, at: Vector3): void {
    this.stopAnimation();
    const step = this.metresPerPixel(at);
    this.pose.target.addScaledVector(this.right(), -dxPixels * step).addScaledVector(this.up(), dyPixels * step);
    this.changed();
  }

  /** Moves nearer (factor below 1) or away. `at` keeps its position on the screen. */
  zoom(factor: number, at: Vector3): void {
    this.stopAnimation();
    const { pose } = this;
    const focus = MathUtils.clamp(pose.focus * factor, this.finely(SMALLEST_FOCUS), this.bounds.radius * 200 + 1000);
    pose.target
      .sub(at)
      .multiplyScalar(focus / pose.focus)
      .add(at);
    pose.focus = focus;
    this.changed();
  }

  /** Moves eye and target together, in metres along right, up and the level direction of view. */
  walk(right: number, up: number, ahead: number): void {
    this.stopAnimation();
    const level = new Vector3(-Math.sin(this.pose.yaw), 0, -Math.cos(this.pose.yaw));
    this.pose.target.addScaledVector(this.right(), right).addScaledVector(level, ahead);
    this.pose.target.y += up;
    this.changed();
  }

  /** Puts the target at the depth of a point without moving the picture. */
  focusAtDepthOf(point: Vector3): void {
    if (this.kind === 'orthographic') return;
    const eye = this.eye();
    const depth = point.clone().sub(eye).dot(this.forward());
    if (depth < this.finely(SMALLEST_FOCUS)) return;
    this.pose.focus = depth;
    this.pose.target.copy(eye).addScaledVector(this.forward(), depth);
  }

  set(position: Vector3, target: Vector3, projection: Projection): void {
    this.stopAnimation();
    const arm = target.clone().sub(position);
    const focus = arm.length();
    const pitch = Math.asin(MathUtils.clamp(arm.y / focus, -1, 1));
    // A vertical direction contains no yaw. The yaw is kept, or the plan view of a saved viewpoint would turn.
    const vertical = Math.hypot(arm.x, arm.z) < focus * 1e-6;
    const yaw = vertical ? this.pose.yaw : Math.atan2(-arm.x, -arm.z);
    this.pose = { target: target.clone(), yaw, pitch, focus };
    this.kind = projection;
    this.changed();
  }

  /** Shows the whole box from the present or a named direction. Resolves when the camera has arrived. */
  fit(box: Box3, view: ViewName | null, animate: boolean): Promise<void> {
    const to: Pose = { ...this.pose, target: this.pose.target.clone() };
    if (view) {
      to.yaw = MathUtils.degToRad(VIEW_ANGLES[view].yaw);
      to.pitch = MathUtils.degToRad(VIEW_ANGLES[view].pitch);
    }
    if (!box.isEmpty()) this.frame(box, to);
    return this.goTo(to, animate);
  }

  /** One frame of a running animation. @returns whether the animation continues */
  step(now: number): boolean {
    const running = this.animation;
    if (!running) return false;
    const t = MathUtils.clamp((now - running.started) / ANIMATION_MS, 0, 1);
    const eased = 1 - (1 - t) ** 3;
    const { from, to } = running;
    this.pose.target.lerpVectors(from.target, to.target, eased);
    this.pose.yaw = MathUtils.lerp(from.yaw, to.yaw, eased);
    this.pose.pitch = MathUtils.lerp(from.pitch, to.pitch, eased);
    this.pose.focus = from.focus * (to.focus / from.focus) ** eased;
    if (t < 1) return true;
    this.stopAnimation();
    // The final position also fires the callback, because the last tiles must be requested from there.
    this.changed();
    return false;
  }

  stopAnimation(): void {
    const running = this.animation;
    this.animation = null;
    running?.done();
  }

  private goTo(to: Pose, animate: boolean): Promise<void> {
    this.stopAnimation();
    if (!animate) {
      this.pose = to;
      this.changed();
      return Promise.resolve();
    }
    const from: Pose = { ...this.pose, target: this.pose.target.clone() };
    from.yaw = to.yaw + MathUtils.euclideanModulo(from.yaw - to.yaw + Math.PI, Math.PI * 2) - Math.PI;
    return new Promise((done) => {
      this.animation = { from, to, started: performance.now(), done };
      this.changed();
    });
  }

  /** Sets the pose so that the box fills the window between the margins. */
  private frame(box: Box3, pose: Pose): void {
    const middle = box.getCenter(new Vector3());
    const turned = new Quaternion().setFromEuler(this.current.rotation.clone().set(pose.pitch, pose.yaw, 0, 'YXZ'));
    const { top, bottom } = this.margins;
    const { focus, right, up } = framed(cornersOf(box, middle, turned.clone().invert(), this.kind === 'orthographic'), {
      left: TAN_HALF_FOV * this.aspect,
      right: TAN_HALF_FOV * this.aspect,
      bottom: TAN_HALF_FOV * Math.max(1 - (2 * bottom) / this.height, LEAST_SHARE),
      top: TAN_HALF_FOV * Math.max(1 - (2 * top) / this.height, LEAST_SHARE),
    });
    pose.focus = Math.max(focus, this.finely(SMALLEST_FOCUS));
    pose.target.copy(new Vector3(right, up, 0).applyQuaternion(turned).add(middle));
  }

  private orientation(): Quaternion {
    const { pitch, yaw } = this.pose;
    return new Quaternion().setFromEuler(this.perspective.rotation.clone().set(pitch, yaw, 0, 'YXZ'));
  }

  private turn(yaw: number, pitch: number): void {
    this.pose.yaw += yaw;
    this.pose.pitch = MathUtils.clamp(this.pose.pitch + pitch, -Math.PI / 2, Math.PI / 2);
  }

  private placeEye(eye: Vector3): void {
    this.pose.target.copy(eye).addScaledVector(this.forward(), this.pose.focus);
    this.changed();
  }
}
