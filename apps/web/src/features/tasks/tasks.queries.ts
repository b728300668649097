import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '@prdm/contract/kit';
import * as contract from '@prdm/contract/tasks';
import type { InputOf } from '../../lib/api/call.ts';
import { keyOf, useApiQuery, useApiMutation } from '../../lib/api/queries.ts';
import { showWarnings } from '../../ui/feedback/show-warnings.ts';

export type TaskRow = contract.TaskRow;
export type TaskInfo = z.output<typeof contract.info.output>;
export type TaskCan = TaskInfo['can'][number];

/** A change of a task also changes my work, the reviews and the notices. */
const MOVES = ['fhome', 'review', 'notice'];

export const useTasks = (input: InputOf<typeof contract.index>, options: { enabled?: boolean } = {}) =>
  useApiQuery(contract.index, input, options);
/**
 * One task. `projectId` is the project of the page. With it, a deleted or hidden task answers like a missing one. So
 * the user stays in the project.
 */
export const useTask = (id: number | null, projectId?: number) =>
  useApiQuery(contract.info, { project_id: projectId, id: id ?? 0 }, { enabled: id !== null, keepOld: false });
/** A function that invalidates the task lists. */
export function useForgetTasks(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.invalidateQueries({ queryKey: keyOf(contract.index) }), [client]);
}
export const useAddTask = () => useApiMutation(contract.add, { refresh: MOVES, inForm: true, onDone: showWarnings });
export const useEditTask = () => useApiMutation(contract.edit, { refresh: MOVES, inForm: true, onDone: showWarnings });

/** Actions that send only project, id and version of the task. */
const PLAIN = {
  publish: contract.publish,
  start: contract.start,
  transferConfirm: contract.transferConfirm,
  transferWithdraw: contract.transferWithdraw,
  remind: contract.remind,
  longTerm: contract.longTerm,
  del: contract.del,
} as const;
export type PlainMove = keyof typeof PLAIN;
export const isPlain = (action: string): action is PlainMove => action in PLAIN;
export const usePlainMove = (action: PlainMove) =>
  useApiMutation(PLAIN[action] as typeof contract.publish, { refresh: MOVES, onDone: showWarnings });

/** Actions whose dialog asks for a reason, hours, a person or a date. */
export const ASKING = {
  reject: contract.reject,
  pause: contract.pause,
  submit: contract.submit,
  pass: contract.pass,
  notPass: contract.notPass,
  transfer: contract.transfer,
  transferRefuse: contract.transferRefuse,
  republish: contract.republish,
  unmarkLongTerm: contract.unmarkLongTerm,
} as const;
export type AskingMove = keyof typeof ASKING;
export const isAsking = (action: string): action is AskingMove => action in ASKING;
/** The calls have different inputs. The form checks its values by the input of its own call. */
type AskingCall = Endpoint<z.ZodType, typeof contract.submit.output>;
export function useAskingMove(action: AskingMove) {
  const target: AskingCall = ASKING[action];
  return useApiMutation(target, { refresh: MOVES, inForm: true, onDone: showWarnings });
}
