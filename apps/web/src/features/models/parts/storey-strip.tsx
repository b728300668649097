import { useEffect, useRef } from 'react';
import type { Viewer, Viewpoint } from '@prdm/viewer';
import { showFailure } from '../../../lib/api/query-client.ts';
import { useT } from '../../../lib/i18n.ts';
import { isNarrowing, levelText, type Storey } from '../models.logic.ts';
import { useFollowed } from './use-followed.ts';

/**
 * The storeys of the building below the picture. A click looks into one from above; a second click restores the former
 * view. "Whole model" removes all sections and isolations and shows all hidden components.
 */
export function StoreyStrip({ viewer, storeys }: { viewer: Viewer; storeys: readonly Storey[] }) {
  const t = useT();
  const { shown, enter, leave, showWhole } = useStorey(viewer, storeys);
  const { hide } = viewer.tools;
  const isNarrowed = useFollowed(hide, 'change', () => isNarrowing(hide.state));
  const isWhole = shown.kind === 'whole' && !isNarrowed;
  const open = shown.kind === 'storey' ? shown.guid : null;
  return (
    <div className="model-strip" role="toolbar" aria-label={t('viewer.storeys.title')}>
      <button type="button" className="model-storey" aria-pressed={isWhole} onClick={showWhole}>
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
          {storey.name !== '' && <span className="model-storey-name">{storey.name}</span>}
          <span className="model-storey-level tabular">{levelText(storey.elevation)}</span>
        </button>
      ))}
    </div>
  );
}

/**
 * The view that the present sections show: a storey, the whole building (no section), or a section made by the user.
 */
type Shown = { readonly kind: 'whole' } | { readonly kind: 'own' } | { readonly kind: 'storey'; readonly guid: string };

/**
 * The shown storey is derived from the sections, because a viewpoint sets the same ones. The view before a storey is
 * kept for the return, until the sections change in another way.
 */
function useStorey(viewer: Viewer, storeys: readonly Storey[]) {
  const entered = useRef<string | null>(null);
  const before = useRef<Viewpoint | null>(null);
  const isOwn = useRef(false);
  const { section } = viewer.tools;
  useEffect(
    () =>
      section.on('change', () => {
        if (!isOwn.current) before.current = null;
      }),
    [section],
  );
  const shown = useFollowed(section, 'change', () => shownIn(viewer, storeys, entered.current));
  /** Changes the sections without treating the change as one of the user. */
  const change = (action: () => Promise<void>) => {
    isOwn.current = true;
    action().catch(showFailure);
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
    // The sections come from a viewpoint or from the user, so there is no view to return to except the whole.
    if (!back) return section.removeAll();
    // Later changes of visibility and selection stay. Only camera and sections return to the former state.
    const { hidden, isolated, spaces, selection } = viewer.viewpoint.save();
    change(() => viewer.viewpoint.apply({ ...back, hidden, isolated, spaces, selection }));
  };
  const showWhole = () => {
    const back = before.current;
    before.current = null;
    entered.current = null;
    change(async () => {
      await viewer.showWhole();
      // Returns to the camera before the storey, but without the former sections.
      if (back) {
        const { hidden, isolated, spaces, selection, sections } = viewer.viewpoint.save();
        await viewer.viewpoint.apply({ ...back, hidden, isolated, spaces, selection, sections });
      }
    });
  };
  return { shown, enter, leave, showWhole };
}

const heightsOf = (storeys: readonly Storey[]): number[] => storeys.map(({ elevation }) => elevation);

/** @param entered the clicked storey, when several have one height */
function shownIn(viewer: Viewer, storeys: readonly Storey[], entered: string | null): Shown {
  if (viewer.tools.section.list().length === 0) return { kind: 'whole' };
  const heights = new Set(viewer.storeysOpen(heightsOf(storeys)));
  const open = storeys.filter(({ elevation }) => heights.has(elevation));
  const one = open.find(({ guid }) => guid === entered) ?? open[0];
  return one === undefined ? { kind: 'own' } : { kind: 'storey', guid: one.guid };
}
