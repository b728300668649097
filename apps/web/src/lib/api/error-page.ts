import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { CODES } from '@prdm/contract/codes';
import { forgetProject, useAppState } from '../app-state.ts';
import { CallError } from './call-error.ts';
import { projectInAddress } from '../project-id.ts';

export interface RefusedPage {
  readonly pathname: string;
  readonly search: string;
}

/** Opens an error page. main.tsx connects it, because this module may not import the app. */
let show: (code: number, msg: string, page: RefusedPage) => void = () => undefined;

export function connectErrorPages(given: typeof show): void {
  show = given;
}

/** With these codes the server closes the whole project to the user. */
const CLOSED: readonly number[] = [CODES.notInProject, CODES.archived];

/**
 * Opens the error page for codes 404 403 410 444 443. A page passes only the error of its own call: the record or list
 * that the address names. Every other call (of the shell, a panel, a button) shows its refusal in place. It may concern
 * a record that the address does not name.
 */
export function useErrorPage(error: Error | null): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!(error instanceof CallError) || !error.hasErrorPage) return;
    const projectId = projectInAddress(pathname, search) ?? useAppState.getState().project?.id;
    if (CLOSED.includes(error.code) && projectId !== undefined) forgetProject(projectId);
    show(error.code, error.msg, { pathname, search });
  }, [error, pathname, search]);
}
