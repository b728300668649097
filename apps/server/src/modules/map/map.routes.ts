import { mapSearch, mapSetting } from '@prdm/contract/map/map';
import type { Mount } from '../../platform/http/mounting.ts';
import { withTransportStatus } from '../../platform/http/transport-status.ts';
import { AMAP_PREFIX, type Maps } from './index.ts';

export async function mapRoutes(mount: Mount, maps: Maps): Promise<void> {
  mount(mapSetting, async (_input, { session }) => maps.setting(session));
  mount(mapSearch, async ({ word }, { session }) => {
    const list = await maps.search(session, word);
    return { list, total: list.length, datum: maps.searchDatum };
  });
  if (!maps.hasProxy) return;
  await mount.app.register(async (app) => {
    app.setErrorHandler((error) => {
      throw withTransportStatus(error);
    });
    app.route<{ Params: { ticket: string; '*': string } }>({
      method: 'GET',
      url: `${AMAP_PREFIX}/:ticket/*`,
      // Not a call of the contract: AMap's script makes it, and the ticket in the address is its sign-in.
      config: { isProxy: true },
      handler: async ({ params, raw }, reply) => {
        const [, query = ''] = (raw.url ?? '').split(/\?(.*)/s, 2);
        const { type, bytes } = await maps.forward(params.ticket, `/${params['*']}`, query);
        return reply.headers({ 'content-type': type, 'cache-control': 'private, no-store' }).send(bytes);
      },
    });
  });
}
