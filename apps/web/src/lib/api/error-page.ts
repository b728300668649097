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

/** The actions of an error page. main.tsx connects them, because the page may not import the app. */
let show: (code: number, msg: string, page: RefusedPage) => void = () => undefined;

export function connectErrorPages(given: typeof show): void {
  show = given;
}

/** Codes by which the server says that the whole project is closed to this person. */
const CLOSED: readonly number[] = [CODES.notInProject, CODES.archived];

/**
 * A page gives it the error of its own call: the record or the list that the address names. Codes 404 403 410 444 443 of that call
 * lead to their error page. Every other call (of the shell, of a panel, of a button) shows its refusal where it stands, because it may
 * be about a record that the address does not name.
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
