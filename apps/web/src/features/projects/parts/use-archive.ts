import { useQueryClient } from '@tanstack/react-query';
import { CODES } from '@prdm/contract/codes';
import { archive } from '@prdm/contract/projects';
import { call, CallError } from '../../../lib/api/call.ts';
import { oneClick } from '../../../lib/api/repeat.ts';
import { useT, keyInData } from '../../../lib/i18n.ts';
import { showFailure } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { openWorkIn } from '../projects.logic.ts';

interface Archived {
  readonly id: number;
  readonly name: string;
  readonly version: number;
}

interface Page {
  /**
   * Stops all requests about the project. The live channel can report the archiving before the call returns, and a
   * request would then be refused.
   */
  readonly quiet: (isQuiet: boolean) => void;
  readonly leave: () => void;
}

/**
 * Archives a project after a confirmation. With open work the server refuses the first call and lists that work. The
 * user then confirms a second time with the list in view.
 */
export function useArchive(): (project: Archived, page: Page) => Promise<void> {
  const t = useT();
  const client = useQueryClient();

  const isWanted = (project: Archived): Promise<boolean> =>
    confirm({
      title: t('projects.archive.title', { name: project.name }),
      text: t('projects.archive.text'),
      verb: t('projects.archive.verb'),
      danger: true,
    });
  const isWantedAnyway = (open: readonly { kind: string; count: number }[]): Promise<boolean> => {
    const list = open
      .map(({ kind, count }) => t(keyInData(`projects.openWork.${kind}`), { count }))
      .join(t('projects.archive.and'));
    return confirm({
      title: t('projects.archive.openTitle'),
      text: t('projects.archive.openText', { list }),
      verb: t('projects.archive.anyway'),
      danger: true,
    });
  };

  return async (project, page) => {
    if (!(await isWanted(project))) return;
    const input = { project_id: project.id, version: project.version };
    try {
      page.quiet(true);
      const open = await attempt(input);
      if (open.length > 0) {
        page.quiet(false);
        if (!(await isWantedAnyway(open))) return;
        page.quiet(true);
        await call(archive, { ...input, confirmed: true }, { repeat: oneClick() });
      }
      page.leave();
      toast.success(t('projects.archive.done', { name: project.name }));
      await Promise.all(['project', 'fhome'].map((domain) => client.invalidateQueries({ queryKey: [domain] })));
    } catch (error) {
      page.quiet(false);
      showFailure(error);
    }
  };
}

/** The open work, or an empty list after the project was archived. Throws every other refusal. */
async function attempt(input: { project_id: number; version: number }): Promise<{ kind: string; count: number }[]> {
  try {
    await call(archive, input, { repeat: oneClick() });
    return [];
  } catch (error) {
    const open = error instanceof CallError && error.code === CODES.wrongState ? openWorkIn(error.data) : [];
    if (open.length === 0) throw error;
    return open;
  }
}
