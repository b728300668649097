import { request } from 'node:http';
import type { Endpoint } from '@prdm/contract/kit';
import { formOf } from '../worlds/calls.ts';

/** Properties of a call that a hostile client chooses freely. */
export interface Wire {
  /** The address of the connection, any of 127.0.0.0/8. */
  readonly from?: string;
  /** Replaces the path of the call. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the body of a form. */
  readonly body?: string;
}

export interface RawAnswer {
  readonly status: number;
  /** The header `authorization` of the answer, which carries a replaced token. */
  readonly replacement?: string | undefined;
  readonly code: number;
  readonly msg: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape, as in worlds/calls.ts
  readonly data: any;
}

/** One call over a socket of its own, with the headers, the path and the address that `wire` gives. */
export function rawCall(address: string, endpoint: Endpoint, input: object, wire: Wire = {}): Promise<RawAnswer> {
  const inQuery = endpoint.method === 'GET' || endpoint.inputFrom === 'query';
  const form = formOf(input);
  const path = wire.path ?? endpoint.path;
  return new Promise((resolve, reject) => {
    const call = request(
      `${address}${path}${inQuery && form !== '' ? `?${form}` : ''}`,
      {
        method: endpoint.method,
        agent: false,
        ...(wire.from === undefined ? {} : { localAddress: wire.from }),
        headers: {
          ...(inQuery ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          ...wire.headers,
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const body = JSON.parse(Buffer.concat(parts).toString()) as Omit<RawAnswer, 'status'>;
          resolve({ status: response.statusCode ?? 0, replacement: response.headers.authorization, ...body });
        });
      },
    );
    call.on('error', reject);
    call.end(inQuery ? undefined : (wire.body ?? form));
  });
}
