import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { idsOf, reportFailed, useCopy, useMove, type HandledEntry } from '../files.queries.ts';

/**
 * Moves or copies entries of a project into a folder. Each function reports its outcome and resolves to true on
 * success.
 */
export function usePlacing(projectId: number, entries: readonly HandledEntry[]) {
  const t = useT();
  const [moving, copying] = [useMove(), useCopy()];
  const n = entries.length;
  const ids = { project_id: projectId, ...idsOf(entries) };
  const moveTo = (pid: number): Promise<boolean> =>
    moving.mutateAsync({ ...ids, pid }).then(
      () => true,
      () => false, // the mutation has reported it
    );

  /** Only entries from one folder can be moved back. */
  const move = async (pid: number): Promise<boolean> => {
    if (!(await moveTo(pid))) return false;
    const [old, ...others] = new Set(entries.map((entry) => entry.pid));
    const canUndo = others.length === 0 && old !== null && old !== undefined;
    toast.success(
      t('files.moved', { n }),
      canUndo ? { label: t('common.undo'), run: () => void moveTo(old) } : undefined,
    );
    return true;
  };

  const copy = async (pid: number): Promise<boolean> => {
    try {
      await copying.mutateAsync({ ...ids, pid });
    } catch (error) {
      reportFailed('files.copyFailed', error);
      return false;
    }
    toast.success(t('files.copied', { n }));
    return true;
  };
  return { move, copy };
}
