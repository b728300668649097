import type { Coordinates, Datum } from '@prdm/contract/map/places';
import type { MapProvider } from './provider.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Distance of the lines in degrees: about 100 m. */
const STEP = 0.001;
const LINES = [-2, -1, 0, 1, 2] as const;
const SIDE = 100;

function element(name: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

/** Lines of longitude and latitude around a position. */
function drawn({ lng, lat }: Coordinates, marked: boolean): SVGElement {
  const svg = element('svg', { viewBox: '-300 -190 600 380', class: 'map-grid', 'aria-hidden': 'true' });
  for (const line of LINES) {
    const at = line * SIDE;
    svg.append(element('path', { d: `M${at} -190V190M-300 ${at}H300` }));
    svg.append(element('text', { x: at + 4, y: 184 }, (lng + line * STEP).toFixed(3)));
    if (line !== -2 && line !== 2) svg.append(element('text', { x: -296, y: at - 4 }, (lat - line * STEP).toFixed(3)));
  }
  if (marked) svg.append(element('circle', { r: 7, class: 'map-grid-mark' }));
  return svg;
}

/** Without a service: a plain grid, and typed coordinates in a datum that the user chooses. */
export const gridProvider = (datum: Datum): MapProvider => ({
  kind: 'none',
  datum,
  searches: false,
  open(host, { centre, position }) {
    const show = (place: Coordinates, marked: boolean): void => host.replaceChildren(drawn(place, marked));
    show(position ?? centre, position !== null);
    return { show: (place) => show(place, true), destroy: () => host.replaceChildren() };
  },
  search: async () => [],
  addressOf: async () => '',
});
