import { useEffect, useRef, useState } from 'react';
import type { Viewer } from '@prdm/viewer';
import { useLook } from '../../../../lib/theme.ts';
import { base64 } from '../../models.logic.ts';
import { sendPicture, type ModelInfo } from '../../models.queries.ts';
import { frameAround } from './picture-frame.ts';

const WIDTH = 480;
const HEIGHT = 300;
/** The drawing is larger than the card, because the model is cut out of it. */
const DRAWN_WIDTH = 800;
/** Longest delay of the model for its picture. */
const MOST_MS = 1500;

/**
 * The first browser that draws a version uploads the picture for the list. The picture shows the fitted model on the
 * light background, so that all cards look alike. True while it is taken: the drawing changes its background and must
 * be covered.
 */
export function useModelPicture(viewer: Viewer | null, isFitted: boolean, model: ModelInfo): boolean {
  const versionId = model.viewable?.version_id;
  const [isDone, setDone] = useState(false);
  const isWanted = model.thumb === null && versionId !== undefined;
  const { id: modelId, project_id: projectId } = model;
  const begun = useRef(false);
  useEffect(() => {
    if (!viewer || !isFitted || !isWanted || begun.current) return;
    begun.current = true;
    const taken = take(viewer);
    const late = new Promise((resolve) => setTimeout(resolve, MOST_MS));
    void Promise.race([taken, late]).finally(() => setDone(true));
    taken
      .then((thumb) => (thumb === null ? undefined : sendPicture({ projectId, modelId, versionId, thumb })))
      .catch((error: unknown) => console.warn('picture of the model', error));
  }, [viewer, isFitted, isWanted, projectId, modelId, versionId]);
  return isFitted && isWanted && !isDone;
}

async function take(viewer: Viewer): Promise<string | null> {
  viewer.setTheme('light');
  try {
    return await inFrame(await viewer.viewpoint.snapshot(DRAWN_WIDTH, 'image/png'));
  } finally {
    viewer.setTheme(useLook.getState().shown);
  }
}

/** The model in the middle of a card's picture. Null when nothing is drawn. */
async function inFrame(drawing: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(drawing);
  const { width, height } = bitmap;
  const whole = contextOf(width, height);
  whole.drawImage(bitmap, 0, 0);
  const frame = frameAround(whole.getImageData(0, 0, width, height), WIDTH / HEIGHT);
  if (frame === null) return null;
  const card = contextOf(WIDTH, HEIGHT);
  const scale = WIDTH / frame.width;
  const at = { left: -frame.left * scale, top: -frame.top * scale, width: width * scale, height: height * scale };
  // Outside the drawing the background continues: first to the sides from the first column, then up and down.
  card.drawImage(bitmap, 0, 0, 1, height, 0, at.top, WIDTH, at.height);
  card.drawImage(bitmap, 0, 0, 1, 1, 0, 0, WIDTH, Math.max(0, at.top));
  const end = at.top + at.height;
  card.drawImage(bitmap, 0, height - 1, 1, 1, 0, end, WIDTH, Math.max(0, HEIGHT - end));
  card.imageSmoothingQuality = 'high';
  card.drawImage(bitmap, at.left, at.top, at.width, at.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => card.canvas.toBlob(resolve, 'image/jpeg', 0.85));
  return blob === null ? null : base64(blob);
}

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas to cut the picture with');
  return context;
}
