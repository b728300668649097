import AMapLoader from '@amap/amap-jsapi-loader';
import type { Coordinates } from '@prdm/contract/map/places';
import type { FoundPlace, MapSetting } from '@prdm/contract/map/map';
import type { MapProvider, MapView, ViewOptions } from './provider.ts';

/** The part of AMap's JS API 2.0 that the dialog uses. */
interface LngLat {
  getLng(): number;
  getLat(): number;
}
type Pair = [number, number];
interface AmapMap {
  on(event: 'click', listener: (event: { lnglat: LngLat }) => void): void;
  add(marker: AmapMarker): void;
  setZoomAndCenter(zoom: number, centre: Pair): void;
  destroy(): void;
}
interface AmapMarker {
  on(event: 'dragend', listener: () => void): void;
  setPosition(position: Pair): void;
  getPosition(): LngLat;
}
interface Tip {
  readonly name: string;
  readonly district?: string;
  readonly address?: string | readonly string[];
  readonly location?: LngLat | '';
}
/** `result` is a text for the status 'error', and may be missing for 'no_data'. */
type Answer<T> = (status: string, result: T | string | number | undefined) => void;
interface Amap {
  Map: new (host: HTMLElement, options: { zoom: number; center: Pair; viewMode: '2D' }) => AmapMap;
  Marker: new (options: { position: Pair; draggable: boolean; title: string }) => AmapMarker;
  Geocoder: new (options: { city?: string }) => {
    getAddress(position: Pair, answer: Answer<{ regeocode?: { formattedAddress?: string } }>): void;
  };
  AutoComplete: new (options: { city?: string; citylimit: boolean }) => {
    search(word: string, answer: Answer<{ tips?: readonly Tip[] }>): void;
  };
}

declare global {
  interface Window {
    _AMapSecurityConfig?: { serviceHost: string };
  }
}

interface Loader {
  load(options: { key: string; version: string; plugins: readonly string[] }): Promise<Amap>;
  /** Forgets the loaded script, so that `load` fetches it again. */
  reset(): void;
}
/** The types of the package leave `reset` out. */
const loader = AMapLoader as unknown as Loader;

type AmapSetting = NonNullable<MapSetting['amap']>;

/** A dialog stays open for less than this. */
const DIALOG_MS = 10 * 60_000;
const PLUGINS = ['AMap.Geocoder', 'AMap.AutoComplete'];

let loaded: { readonly amap: Promise<Amap>; readonly until: number; readonly owner: string } | null = null;

/** The session of a ticket. After another sign-in in this tab the old ticket is refused. */
const ownerOf = (servicePath: string): string => servicePath.split('-', 2).join('-');

/**
 * AMap's script. It reads the address of the proxy once, while it loads. When the ticket in that address ends soon or
 * belongs to another session, the script is loaded again with a new one.
 */
function load({ key, service_path, expires_in }: AmapSetting): Promise<Amap> {
  const owner = ownerOf(service_path);
  if (loaded?.owner === owner && loaded.until - Date.now() > DIALOG_MS) return loaded.amap;
  loader.reset();
  window._AMapSecurityConfig = { serviceHost: `${window.location.origin}${service_path}` };
  const amap = loader.load({ key, version: '2.0', plugins: PLUGINS });
  loaded = { amap, until: Date.now() + expires_in * 1000, owner };
  amap.catch(() => {
    loaded = null;
  });
  return amap;
}

const pairOf = ({ lng, lat }: Coordinates): Pair => [lng, lat];
const placeAt = (at: LngLat): Coordinates => ({ lng: at.getLng(), lat: at.getLat() });

function viewOf(amap: Amap, host: HTMLElement, options: ViewOptions): MapView {
  const { position, zoom, readOnly, onPick } = options;
  const map = new amap.Map(host, { zoom, center: pairOf(position ?? options.centre), viewMode: '2D' });
  let marker: AmapMarker | null = null;
  const mark = (place: Coordinates): void => {
    if (marker !== null) {
      marker.setPosition(pairOf(place));
      return;
    }
    const made = new amap.Marker({ position: pairOf(place), draggable: !readOnly, title: options.marker });
    if (!readOnly) made.on('dragend', () => onPick(placeAt(made.getPosition())));
    map.add(made);
    marker = made;
  };
  if (position !== null) mark(position);
  if (!readOnly)
    map.on('click', ({ lnglat }) => {
      mark(placeAt(lnglat));
      onPick(placeAt(lnglat));
    });
  return {
    show(place) {
      mark(place);
      map.setZoomAndCenter(zoom, pairOf(place));
    },
    destroy: () => map.destroy(),
  };
}

/**
 * The result of a service of AMap, null when it found nothing. Rejects with the status and reason of any other answer,
 * for example a spent quota or a network error.
 */
const answerOf = <T extends object>(ask: (answer: Answer<T>) => void): Promise<T | null> =>
  new Promise((resolve, reject) =>
    ask((status, result) => {
      if (status === 'complete' || status === 'no_data')
        resolve(status === 'complete' && typeof result === 'object' ? result : null);
      else reject(new Error(`AMap answered ${status}: ${String(result)}`));
    }),
  );

/** Loads AMap. Rejects when its script does not arrive. */
export async function amapProvider(setting: AmapSetting): Promise<MapProvider> {
  const amap = await load(setting);
  const city = setting.city === '' ? {} : { city: setting.city };
  const tips = new amap.AutoComplete({ ...city, citylimit: setting.city !== '' });
  const geocoder = new amap.Geocoder(city);
  return {
    kind: 'amap',
    datum: 'gcj02',
    searches: true,
    open: (host, options) => viewOf(amap, host, options),
    async search(word) {
      const result = await answerOf<{ tips?: readonly Tip[] }>((answer) => tips.search(word, answer));
      return (result?.tips ?? []).flatMap(found);
    },
    async addressOf(position) {
      const result = await answerOf<{ regeocode?: { formattedAddress?: string } }>((answer) =>
        geocoder.getAddress(pairOf(position), answer),
      );
      return result?.regeocode?.formattedAddress ?? '';
    },
  };
}

/** A tip without a position is a word, such as the name of a chain. */
function found({ name, district = '', address, location }: Tip): FoundPlace[] {
  if (!location) return [];
  const street = typeof address === 'string' ? address : '';
  return [{ name, address: `${district}${street}`, ...placeAt(location) }];
}
