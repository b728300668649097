import type { Frame } from './crop.ts';

export interface ImageFrame extends Frame {
  /** Widths of the two previews in px. */
  readonly previews: readonly [number, number];
  readonly round?: boolean;
}

/** Portraits: round, in the sizes of the profile and of lists. */
export const PORTRAIT_FRAME: ImageFrame = { width: 512, height: 512, previews: [72, 26], round: true };
/** Covers of projects, in the sizes of the project's page and of lists. */
export const COVER_FRAME: ImageFrame = { width: 960, height: 540, previews: [96, 48] };
/** The logo: square, in the sizes of the form and of the top bar. It keeps its ends and may have transparent margins. */
export const LOGO_FRAME: ImageFrame = { width: 512, height: 512, previews: [48, 24], margins: true };
