import { useEffect, useRef } from 'react';
import type { Coordinates } from '@prdm/contract/map/places';
import { useT } from '../../../lib/i18n.ts';
import type { MapProvider, MapView } from '../providers/provider.ts';

/** The map of a provider. It follows `shown`: a position chosen elsewhere. */
export function MapPane(props: {
  provider: MapProvider;
  centre: Coordinates;
  zoom: number;
  position: Coordinates | null;
  /** A new value moves the map. Positions that the user picked on the map do not. */
  shown: Coordinates | null;
  readOnly: boolean;
  onPick: (position: Coordinates) => void;
}) {
  const t = useT();
  const { provider, shown } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<MapView | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const marker = t('map.marker');
  useEffect(() => {
    if (host.current === null) return undefined;
    const { centre, zoom, position, readOnly } = latest.current;
    const onPick = (place: Coordinates): void => latest.current.onPick(place);
    view.current = provider.open(host.current, { centre, zoom, position, readOnly, marker, onPick });
    return () => {
      view.current?.destroy();
      view.current = null;
    };
  }, [provider, marker]);
  useEffect(() => {
    if (shown !== null) view.current?.show(shown);
  }, [shown]);
  return <div ref={host} className="map-pane" data-kind={provider.kind} role="group" aria-label={t('map.map')} />;
}
