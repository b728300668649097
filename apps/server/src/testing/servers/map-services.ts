import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pngOf } from '../worlds/pictures.ts';

/** A fake map service on 127.0.0.1: the web service of AMap, tiles, and a search in the form of Nominatim. */
export interface MapServices {
  readonly address: string;
  /** Every request so far, as path with query. */
  readonly seen: string[];
  /** Request headers by name, of all requests. */
  readonly headers: Set<string>;
  stop(): Promise<void>;
}

export const AMAP_KEY = 'fakekeyfakekey01';
export const SECURITY_CODE = 'fakecodefakecode02';

const TIP = { name: '西湖文化广场', district: '杭州市拱墅区', address: '中山北路581号', location: '120.163,30.281' };
const NOMINATIM = [
  { name: '雷峰塔', display_name: '雷峰塔, 南山路, 杭州市', lon: '120.1446', lat: '30.2337' },
  { name: 'broken', display_name: 'broken', lon: 'east', lat: '1' },
];

function answerOf(url: URL): {
  type: string;
  body: string | Buffer;
  status?: number;
  headers?: Record<string, string>;
} {
  const asked = url.searchParams;
  const json = (data: object) => {
    const callback = asked.get('callback');
    const text = JSON.stringify({ status: '1', info: 'OK', ...data });
    return callback === null
      ? { type: 'application/json; charset=utf-8', body: text }
      : { type: 'application/javascript', body: `${callback}(${text})` };
  };
  switch (url.pathname) {
    case '/v3/log/init':
    case '/v3/place/text':
      return json({});
    case '/v3/assistant/inputtips':
      return json({ tips: [TIP] });
    case '/v3/geocode/geo':
      return json({ geocodes: [] });
    case '/v3/geocode/regeo':
      return json({ regeocode: { formatted_address: `浙江省杭州市${asked.get('location') ?? ''}` } });
    case '/v4/map/styles':
      return { type: 'text/html', body: '<script>alert(1)</script>' };
    case '/v3/vectormap':
      return { type: '', body: '', status: 302, headers: { location: 'http://127.0.0.1:1/secret' } };
    case '/search':
      if (asked.get('q') === 'nothing') return { type: 'application/json', body: '[]' };
      if (asked.get('q') === 'away') return { type: '', body: '', status: 302, headers: { location: '/search?q=a' } };
      if (asked.get('q') === 'broken') return { type: 'text/html', body: '<h1>no</h1>' };
      return { type: 'application/json', body: JSON.stringify(NOMINATIM) };
    default:
      return url.pathname.endsWith('.png')
        ? { type: 'image/png', body: pngOf(256, 256, [225, 232, 220]) }
        : { type: 'text/plain', body: 'no', status: 404 };
  }
}

export async function startMapServices(): Promise<MapServices> {
  const seen: string[] = [];
  const headers = new Set<string>();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    seen.push(request.url ?? '');
    for (const name of Object.keys(request.headers)) headers.add(name);
    const { type, body, status = 200, headers: also = {} } = answerOf(url);
    response.writeHead(status, { ...(type === '' ? {} : { 'content-type': type }), ...also }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    seen,
    headers,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
