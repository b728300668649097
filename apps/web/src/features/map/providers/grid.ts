import type { Coordinates, Datum } from '@prdm/contract/map/places';
import type { MapProvider } from './provider.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Distance of the lines in degrees: about 100 m. */
const STEP = 0.001;
const LINES = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5] as const;
const SIDE = 100;
/** The lines reach beyond every window. The labels stand where a phone shows them, in pixels from the middle. */
const FAR = 600;
const LABEL_X = -164;
const LABEL_Y = 142;

function element(name: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

/** Lines of longitude and latitude around a position. */
function drawn({ lng, lat }: Coordinates, marked: boolean): SVGElement {
  const svg = element('svg', { class: 'map-grid', 'aria-hidden': 'true' });
  for (const line of LINES) {
    const at = line * SIDE;
    svg.append(element('path', { d: `M${at} ${-FAR}V${FAR}M${-FAR} ${at}H${FAR}` }));
    svg.append(element('text', { x: at + 4, y: LABEL_Y }, (lng + line * STEP).toFixed(3)));
    if (Math.abs(line) <= 1) svg.append(element('text', { x: LABEL_X, y: at - 4 }, (lat - line * STEP).toFixed(3)));
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
