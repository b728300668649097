import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Endpoint } from '@prdm/contract/kit';
import { explain, type AccessQuestion, type Explained } from '../explain/explain.ts';
import { shownRecords, type ShownRecords } from '../ids/shown-records.ts';
import { mount, mountRaw, type Handler, type Mounting, type RawHandler } from './mount.ts';

/** Functions to mount the calls of a module: one for ordinary calls, one for calls that read and write raw bytes. */
export interface Mount {
  <I extends z.ZodType, O extends z.ZodType>(endpoint: Endpoint<I, O>, handler: Handler<I, O>): void;
  /** `app`: the encapsulated part of the server with the body parsers of the call (uploads). */
  raw<I extends z.ZodType>(endpoint: Endpoint<I>, handler: RawHandler<I>, app?: FastifyInstance): void;
  readonly app: FastifyInstance;
  /** Judges a call for a person without making it. */
  explain(question: AccessQuestion): Promise<Explained>;
  /** Names of records for a reader, and whether the reader may open them. */
  readonly records: ShownRecords;
}

export function mounter(mounting: Mounting): Mount {
  const bound = <I extends z.ZodType, O extends z.ZodType>(endpoint: Endpoint<I, O>, handler: Handler<I, O>): void =>
    mount(mounting, endpoint, handler);
  return Object.assign(bound, {
    raw: <I extends z.ZodType>(endpoint: Endpoint<I>, handler: RawHandler<I>, app?: FastifyInstance): void =>
      mountRaw(mounting, endpoint, handler, app),
    app: mounting.app,
    explain: (question: AccessQuestion) => explain(mounting.kinds, question),
    records: shownRecords(mounting.kinds),
  });
}
