import { FOLDER_RIGHTS } from '@prdm/contract/status';
import { STORED_NODES } from '@prdm/contract/nodes';
import { keyInData, standardName, type Translate } from '../../lib/i18n.ts';
import type { WhyStep } from './why.queries.ts';

type Source = NonNullable<WhyStep['via']>;

const sourceText = (t: Translate, { kind, name }: Source): string =>
  t(`access.via.${kind}`, { name: kind === 'role' || kind === 'project-role' ? standardName('roles', name) : name });

/** The name of a node or of a folder right. Other rights of records have no name of their own. */
function actionText(t: Translate, action: string): string {
  if (STORED_NODES.includes(action))
    return t(keyInData(`roles.right.access.${action.replace(/^home-/, '').replace('-', '_')}`));
  return FOLDER_RIGHTS.some((right) => right === action) ? t(keyInData(`files.rights.name.${action}`)) : '';
}

function keyOf({ code, via, through, allowed, actions }: WhyStep): string {
  if (code === 'state') return allowed ? 'state-open' : 'state-closed';
  if (code === 'lacking' && actions.every((action) => action === '')) return 'lacking-right';
  if (code !== 'granted') return code;
  if (via === null) return 'granted-alone';
  return via.kind === 'folder-grant' && through !== null ? 'granted-to' : 'granted';
}

/** One step in the reader's language, such as: Role Designer contains “Create tasks”. */
export function stepText(t: Translate, given: WhyStep): string {
  const step = { ...given, actions: given.actions.map((action) => actionText(t, action)) };
  const { via, through, range, as, project, why } = step;
  const text = t(keyInData(`access.step.${keyOf(step)}`), {
    via: via === null ? '' : sourceText(t, via),
    through: through === null ? '' : sourceText(t, through),
    actions: step.actions.filter((action) => action !== '').join(t('access.and')),
    range: range === null ? '' : t(keyInData(`roles.right.view_range.${range}`)),
    as: as === null ? '' : t(`access.as.${as}`),
    project: project?.name ?? '',
    why,
  });
  const isHeldThrough = through !== null && via?.kind === 'role';
  return isHeldThrough ? `${text}${t('access.source', { name: sourceText(t, through) })}` : text;
}
