import type { Endpoint } from '@prdm/contract/kit';
import * as files from '@prdm/contract/files';
import * as models from '@prdm/contract/models';
import * as notices from '@prdm/contract/notices';
import * as review from '@prdm/contract/processes/review';
import * as tasks from '@prdm/contract/tasks';
import { requestOf } from './matrix/cells.ts';
import type { MatrixWorld } from './matrix/world.ts';
import type { TestApp } from './servers/start-app.ts';

type Kind = Parameters<MatrixWorld['idOf']>[0];

/** One call for each kind of record of a project or a person, by its `id`. */
export const ASKED: readonly [what: string, Endpoint, (id: number | string, world: MatrixWorld) => object, Kind][] = [
  ['a task', tasks.info, (id) => ({ id }), 'task'],
  ['a file', files.info, (file_id) => ({ file_id }), 'file'],
  ['a folder', files.index, (pid, world) => ({ project_id: world.idOf('project', 'own', ''), pid }), 'folder'],
  ['an upload', files.uploadCommit, (uploadId) => ({ uploadId }), 'upload'],
  ['a model', models.modelInfo, (id) => ({ id }), 'model'],
  ['an approval', review.info, (id) => ({ id }), 'process'],
  ['a seat of an approval', review.pass, (seat_id) => ({ seat_id }), 'seat'],
  ['a notice', notices.del, (id) => ({ id }), 'notice'],
];

/** A designer's answers for a record of another project, and for an unknown id. */
export function askers(app: TestApp, world: MatrixWorld, [, endpoint, inputOf, kind]: (typeof ASKED)[number]) {
  const token = world.tokens.designer ?? '';
  const [there, nowhere] = (['sister', 'missing'] as const).map((place) => {
    const request = requestOf(endpoint, inputOf(world.idOf(kind, place, '') ?? 0, world), token);
    return async (): Promise<string> => {
      const { statusCode, body } = await app.app.inject(request);
      return `${statusCode} ${body}`;
    };
  });
  if (!there || !nowhere) throw new Error('expected two calls');
  return { there, nowhere };
}
