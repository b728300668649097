import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import type { CommentRow } from '@prdm/contract/kit/comments';
import { uploadImage } from '@prdm/contract/files/multipart';
import type { taskComments } from '@prdm/contract/tasks/comments';
import { call, callWithFiles, type CallTarget, type InputOf, type OutputOf } from '../../lib/api/call.ts';
import { useLive } from '../../lib/api/live.ts';
import { keyOf, useApiQuery } from '../../lib/api/queries.ts';
import type { PersonOption } from '../../ui/people/people-picker.tsx';
import { useStaffTree } from '../organisation/index.ts';
import { smallPicture } from './small-picture.ts';

/** The calls of one kind of record. They differ from those of the task only in the kind of the id. */
export type CommentCalls = typeof taskComments;
type Page = z.output<CommentCalls['index']['output']>;

/** A record with comments, as its calls name it. */
export interface Commented {
  readonly id: number;
  readonly project_id: number | undefined;
}

const PAGE = 20;

/** The loaded comments, oldest first, with the number of all. A new comment of anybody appears by the live channel. */
export function useComments(calls: CommentCalls, record: Commented) {
  const client = useQueryClient();
  const key = keyOf(calls.index, record);
  const query = useInfiniteQuery({
    queryKey: [...key, 'pages'],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam, client: cache, queryKey }): Promise<Page> => {
      const { data, dataUpdateCount = 0, errorUpdateCount = 0 } = cache.getQueryState(queryKey) ?? {};
      const isAgain = dataUpdateCount + errorUpdateCount > 0;
      const input = { ...record, page: pageParam, size: PAGE };
      return call(calls.index, input, { signal, isOnScreen: data !== undefined, isAgain });
    },
    getNextPageParam: (last: Page, pages: Page[]) => (pages.length * PAGE < last.total ? pages.length + 1 : undefined),
    placeholderData: undefined,
  });
  useLive(`comment.${calls.kind}`, (frame) => {
    if (frame.id === record.id) void client.invalidateQueries({ queryKey: key });
  });
  const pages = query.data?.pages;
  const list = useMemo(() => inOrder(pages ?? []), [pages]);
  return { ...query, list, total: pages?.at(0)?.total ?? 0, isLoaded: pages !== undefined };
}

/** Pages shift when a comment arrives between two of them, so an entry may come twice. */
function inOrder(pages: readonly Page[]): CommentRow[] {
  const byId = new Map(pages.flatMap(({ list }) => list).map((row) => [row.id, row]));
  return [...byId.values()].toSorted((one, other) => one.id - other.id);
}

/** The number of comments of a record. */
export const useCommentCount = (calls: CommentCalls, record: Commented): number | undefined =>
  useApiQuery(calls.index, { ...record, size: 1 }, { keepOld: false }).data?.total;

/** People to mention, with the words by which the search finds them. */
export function useReaders(calls: CommentCalls, record: Commented, enabled: boolean): PersonOption[] {
  const { data } = useApiQuery(calls.readers, record, { enabled, keepOld: false, staleTime: 60_000 });
  const tree = useStaffTree();
  return useMemo(() => {
    const known = new Map(tree.data?.people.map((person) => [person.id, person]));
    return (data?.list ?? []).map((reader) => {
      const person = known.get(reader.id);
      const latin = person === undefined ? [] : [person.pinyin, person.initials];
      return { ...reader, words: latin.join(' '), exactly: latin };
    });
  }, [data, tree.data]);
}

/** A change of comments makes only the lists of comments stale, not the whole domain of the record. */
function useChange<T extends CallTarget>(target: T, calls: CommentCalls) {
  const client = useQueryClient();
  return useMutation<OutputOf<T>, Error, InputOf<T>>({
    mutationFn: (input) => call(target, input),
    meta: { inForm: true },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(calls.index) }),
  });
}

export const useAddComment = (calls: CommentCalls) => useChange(calls.add, calls);
export const useEditComment = (calls: CommentCalls) => useChange(calls.edit, calls);
export const useDelComment = (calls: CommentCalls) => useChange(calls.del, calls);

/** Uploads a picture and returns its address. A large one is made smaller first. */
export async function sendPicture(picture: File): Promise<string> {
  const form = new FormData();
  form.append('file', await smallPicture(picture), 'picture');
  return (await callWithFiles(uploadImage, {}, form)).url;
}
