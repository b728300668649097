import * as leaflet from 'leaflet';
import type { Coordinates } from '@prdm/contract/map/places';
import { mapSearch, type FoundPlace, type MapSetting } from '@prdm/contract/map/map';
import { call } from '../../../lib/api/call.ts';
import { translate } from '../../../lib/i18n.ts';
import type { MapProvider, MapView, ViewOptions } from './provider.ts';
import 'leaflet/dist/leaflet.css';

type TileSetting = NonNullable<MapSetting['tiles']>;

/** Many servers have no larger zoom. Leaflet stretches their last tiles. */
const NATIVE_ZOOM = 18;
const ZOOM_MOST = 20;

const pointOf = ({ lng, lat }: Coordinates): leaflet.LatLngTuple => [lat, lng];
/** A map of the whole world repeats itself, so a click may have a longitude beyond 180. */
function placeAt(at: leaflet.LatLng): Coordinates {
  const { lng, lat } = at.wrap();
  return { lng, lat };
}

function viewOf(setting: TileSetting, host: HTMLElement, options: ViewOptions): MapView {
  const { position, zoom, readOnly, onPick } = options;
  const map = leaflet.map(host, {
    zoomAnimation: false,
    fadeAnimation: false,
    attributionControl: false,
    zoomControl: false,
  });
  // Leaflet names its buttons in English only.
  const buttons = { zoomInTitle: translate('map.zoomIn'), zoomOutTitle: translate('map.zoomOut') };
  leaflet.control.zoom(buttons).addTo(map);
  map.setView(pointOf(position ?? options.centre), zoom);
  leaflet.tileLayer(setting.url, { maxNativeZoom: NATIVE_ZOOM, maxZoom: ZOOM_MOST }).addTo(map);
  let marker: leaflet.Marker | null = null;
  const mark = (place: Coordinates): void => {
    if (marker !== null) {
      marker.setLatLng(pointOf(place));
      return;
    }
    // Drawn by the style sheet: Leaflet's own picture would need an address of its own.
    const icon = leaflet.divIcon({ className: 'map-marker', iconSize: [24, 32], iconAnchor: [12, 32] });
    const made = leaflet.marker(pointOf(place), {
      icon,
      draggable: !readOnly,
      alt: options.marker,
      title: options.marker,
    });
    if (!readOnly) made.on('dragend', () => onPick(placeAt(made.getLatLng())));
    made.addTo(map);
    marker = made;
  };
  if (position !== null) mark(position);
  if (!readOnly)
    map.on('click', ({ latlng }) => {
      mark(placeAt(latlng));
      onPick(placeAt(latlng));
    });
  return {
    show(place) {
      mark(place);
      map.setView(pointOf(place), zoom);
    },
    destroy: () => void map.remove(),
  };
}

/** A map of tiles. Words are searched by the server, which asks the configured service. */
export const tilesProvider = (setting: TileSetting): MapProvider => ({
  kind: 'tiles',
  datum: setting.datum,
  searches: setting.searches,
  open: (host, options) => viewOf(setting, host, options),
  async search(word): Promise<readonly FoundPlace[]> {
    if (!setting.searches) return [];
    return (await call(mapSearch, { word })).list;
  },
  addressOf: async () => '',
});
