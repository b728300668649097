import { useEffect, useRef, useState } from 'react';
import type { Viewer, Viewpoint } from '@prdm/viewer';
import { tellFailure } from '../../../lib/query-client.ts';
import { useT } from '../../../lib/i18n.ts';
import { levelText, type Storey } from '../models.logic.ts';

/** The storeys of the building under the picture: one click looks into one from above, one more leads back to where one stood. */
export function StoreyStrip({ viewer, storeys }: { viewer: Viewer; storeys: readonly Storey[] }) {
  const t = useT();
  const { open, enter, leave } = useStorey(viewer, storeys);
  return (
    <div className="model-strip" role="toolbar" aria-label={t('viewer.storeys.title')}>
      <button type="button" className="model-storey" aria-pressed={open === null} onClick={leave}>
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

/** The storey looked into. Any other change of the sections (by hand, by a viewpoint) ends it. */
function useStorey(viewer: Viewer, storeys: readonly Storey[]) {
  const [open, setOpen] = useState<string | null>(null);
  const before = useRef<Viewpoint | null>(null);
  const isOwn = useRef(false);
  const { section } = viewer.tools;
  useEffect(
    () =>
      section.on('change', () => {
        if (isOwn.current) return;
        before.current = null;
        setOpen(null);
      }),
    [section],
  );
  /** Changes the sections without taking it for somebody else's doing. */
  const change = (action: () => Promise<void>) => {
    isOwn.current = true;
    action().catch(tellFailure);
    isOwn.current = false;
  };
  const enter = (storey: Storey) => {
    before.current ??= viewer.viewpoint.save();
    section.showFrames(false);
    const all = storeys.map(({ elevation }) => elevation);
    change(() => viewer.openStorey(storey.elevation, all));
    setOpen(storey.guid);
  };
  const leave = () => {
    const back = before.current;
    before.current = null;
    setOpen(null);
    if (!back) return;
    // What was hidden or picked in the meantime stays as it is: only the place and the sections are those from before.
    const { hidden, isolated, spaces, selection } = viewer.viewpoint.save();
    change(() => viewer.viewpoint.apply({ ...back, hidden, isolated, spaces, selection }));
  };
  return { open, enter, leave };
}
