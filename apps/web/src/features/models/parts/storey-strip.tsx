import { useEffect, useRef, useState } from 'react';
import type { Viewer, Viewpoint } from '@prdm/viewer';
import { tellFailure } from '../../../lib/query-client.ts';
import { useT } from '../../../lib/i18n.ts';
import { levelText, type Storey } from '../models.logic.ts';

/** The storeys of the building under the picture: one click looks into one from above, one more leads back to where one stood. */
export function StoreyStrip({ viewer, storeys }: { viewer: Viewer; storeys: readonly Storey[] }) {
  const t = useT();
  const { shown, enter, leave } = useStorey(viewer, storeys);
  const open = shown.kind === 'storey' ? shown.guid : null;
  return (
    <div className="model-strip" role="toolbar" aria-label={t('viewer.storeys.title')}>
      <button type="button" className="model-storey" aria-pressed={shown.kind === 'whole'} onClick={leave}>
        {t('viewer.storeys.all')}
      </button>
      <span className="model-bar-line" />
      {storeys.map((storey) => (
        <button
          key={storey.guid}
          type="button"
          className="model-storey"
          aria-pressed={open === storey.guid}
          title={t('viewer.storeys.open', { name: storey.name, elevation: levelText(storey.elevation) })}
          onClick={() => (open === storey.guid ? leave() : enter(storey))}
        >
          <span className="model-storey-name">{storey.name}</span>
          <span className="model-storey-level tabular">{levelText(storey.elevation)}</span>
        </button>
      ))}
    </div>
  );
}

/** Whose look the present sections are: a storey's, the whole building's (no section), or somebody's own. */
type Shown = { readonly kind: 'whole' } | { readonly kind: 'own' } | { readonly kind: 'storey'; readonly guid: string };

/**
 * The storey looked into is read from the sections themselves: a viewpoint lays the same ones. What was there before a storey is kept for
 * the way back, until somebody else changes the sections.
 */
function useStorey(viewer: Viewer, storeys: readonly Storey[]) {
  const entered = useRef<string | null>(null);
  const before = useRef<Viewpoint | null>(null);
  const isOwn = useRef(false);
  const [shown, setShown] = useState<Shown>(() => shownIn(viewer, storeys, null));
  const { section } = viewer.tools;
  useEffect(
    () =>
      section.on('change', () => {
        if (!isOwn.current) before.current = null;
        setShown(shownIn(viewer, storeys, entered.current));
      }),
    [viewer, section, storeys],
  );
  /** Changes the sections without taking it for somebody else's doing. */
  const change = (action: () => Promise<void>) => {
    isOwn.current = true;
    action().catch(tellFailure);
    isOwn.current = false;
  };
  const enter = (storey: Storey) => {
    before.current ??= viewer.viewpoint.save();
    entered.current = storey.guid;
    section.showFrames(false);
    change(() => viewer.openStorey(storey.elevation, heightsOf(storeys)));
  };
  const leave = () => {
    const back = before.current;
    before.current = null;
    entered.current = null;
    // Come from a viewpoint, or cut by hand: there is nothing to go back to but the whole.
    if (!back) return section.removeAll();
    // What was hidden or picked in the meantime stays as it is: only the place and the sections are those from before.
    const { hidden, isolated, spaces, selection } = viewer.viewpoint.save();
    change(() => viewer.viewpoint.apply({ ...back, hidden, isolated, spaces, selection }));
  };
  return { shown, enter, leave };
}

const heightsOf = (storeys: readonly Storey[]): number[] => storeys.map(({ elevation }) => elevation);

/** @param entered of storeys at one height the one that was clicked */
function shownIn(viewer: Viewer, storeys: readonly Storey[], entered: string | null): Shown {
  if (viewer.tools.section.list().length === 0) return { kind: 'whole' };
  const heights = new Set(viewer.storeysOpen(heightsOf(storeys)));
  const open = storeys.filter(({ elevation }) => heights.has(elevation));
  const one = open.find(({ guid }) => guid === entered) ?? open[0];
  return one === undefined ? { kind: 'own' } : { kind: 'storey', guid: one.guid };
}
