import { useQueryClient } from '@tanstack/react-query';
import { CODES } from '@prdm/contract/codes';
import { close } from '@prdm/contract/projects/non-projects';
import { call, CallError } from '../../../../lib/api/call.ts';
import { showFailure } from '../../../../lib/api/query-client.ts';
import { oneClick } from '../../../../lib/api/repeat.ts';
import { keyInData, useT } from '../../../../lib/i18n.ts';
import { toast } from '../../../../lib/toasts.ts';
import { confirm } from '../../../../ui/feedback/confirm.tsx';
import { openWorkIn } from '../../projects.logic.ts';

/**
 * Closes a non-project after a confirmation. With open work the server refuses the first call and lists that work. The
 * user then confirms a second time with the list in view.
 */
export function useClose(): (project: { id: number; name: string; version: number }) => Promise<void> {
  const t = useT();
  const client = useQueryClient();
  const isWanted = (name: string, text: string): Promise<boolean> =>
    confirm({
      title: t('non-projects.act.closeTitle', { name }),
      text,
      verb: t('non-projects.act.close'),
      danger: true,
    });
  return async ({ id, name, version }) => {
    if (!(await isWanted(name, t('non-projects.act.closeText')))) return;
    try {
      const open = await attempt({ id, version });
      if (open.length > 0) {
        const list = open
          .map(({ kind, count }) => t(keyInData(`projects.openWork.${kind}`), { count }))
          .join(t('projects.archive.and'));
        if (!(await isWanted(name, t('non-projects.act.closeOpen', { open: list })))) return;
        await call(close, { id, version, confirmed: true }, { repeat: oneClick() });
      }
      toast.success(t('non-projects.act.closed', { name }));
    } catch (error) {
      showFailure(error);
    }
    const domains = ['non_project', 'project', 'task', 'fhome', 'review'];
    await Promise.all(domains.map((domain) => client.invalidateQueries({ queryKey: [domain] })));
  };
}

/** The open work, or an empty list after the non-project was closed. Throws every other refusal. */
async function attempt(input: { id: number; version: number }): Promise<{ kind: string; count: number }[]> {
  try {
    await call(close, input, { repeat: oneClick() });
    return [];
  } catch (error) {
    const open = error instanceof CallError && error.code === CODES.wrongState ? openWorkIn(error.data) : [];
    if (open.length === 0) throw error;
    return open;
  }
}
