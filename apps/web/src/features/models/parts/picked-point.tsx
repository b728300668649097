import { useEffect, useState } from 'react';
import type { ModelCoordinates } from '@prdm/contract/models/coordinates';
import type { Vec3, Viewer } from '@prdm/viewer';
import { useT } from '../../../lib/i18n.ts';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { placesOf } from '../models.coordinates.ts';

/**
 * True coordinates of the last clicked point, in the project and on the map. Empty before a click and without a
 * selection.
 */
export function PickedPoint(props: { viewer: Viewer; coordinates: ModelCoordinates }) {
  const { viewer, coordinates } = props;
  const t = useT();
  const point = usePickedPoint(viewer);
  if (point === null) return null;
  return (
    <section className="model-point" aria-label={t('viewer.coordinates.title')} data-testid="picked-point">
      <h3>{t('viewer.coordinates.title')}</h3>
      {placesOf(point, coordinates).map(({ kind, system, unit, axes, copied }) => {
        const name = t(`viewer.coordinates.${kind}`, { system }).trim();
        return (
          <div key={kind} className="model-place">
            <p>
              {name} <span className="model-note-small">{unit}</span>
              <CopyButton name={name} value={copied} />
            </p>
            <dl className="tabular">
              {axes.map(({ axis, value }) => (
                <div key={axis}>
                  <dt>{t(`viewer.coordinates.${axis}`)}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        );
      })}
      {coordinates.map !== null && coordinates.map.conversion === null && (
        <p className="model-note-small">{t('viewer.coordinates.none')}</p>
      )}
    </section>
  );
}

function usePickedPoint(viewer: Viewer): Vec3 | null {
  const [point, setPoint] = useState<Vec3 | null>(null);
  useEffect(
    () =>
      // A component selected in the tree has no point.
      viewer.tools.select.on('change', ({ pick, selection }) =>
        setPoint(selection.length > 0 ? (pick?.point ?? null) : null),
      ),
    [viewer],
  );
  return point;
}
