import { create } from 'zustand';
import { LIMITS } from '@prdm/contract/limits';

export type ToastKind = 'success' | 'warning' | 'error';

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  /** Undo or a link to the result. A toast with an action stays 6 s. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** The toast reports a lost connection. The next answer of the server ends it. */
  readonly lost?: true;
}

const MOST = 3;
const ACTION_MS = 6000;
const READ_MS = 4000;
/** Lifetime in ms. Null: an error stays until the user closes it. */
const LASTS: Record<ToastKind, number | null> = {
  success: LIMITS.successToastMs,
  warning: LIMITS.warningToastMs,
  error: null,
};

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let serial = 0;

function show(kind: ToastKind, text: string, { action, lost }: Pick<Toast, 'action' | 'lost'> = {}): void {
  const { toasts } = useToasts.getState();
  // Ten calls that fail for one reason cause one toast.
  if (toasts.some((toast) => toast.kind === kind && toast.text === text)) return;
  serial += 1;
  const id = serial;
  useToasts.setState({ toasts: [...toasts, { id, kind, text, action, lost }].slice(-MOST) });
  const lasts = action === undefined ? LASTS[kind] : ACTION_MS;
  if (lasts !== null) setTimeout(() => closeToast(id), lasts);
}

export function closeToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

/** Closes the toasts about a lost connection after the server answers. They stay long enough to be read. */
export function lineIsBack(): void {
  for (const { id, lost } of useToasts.getState().toasts) if (lost) setTimeout(() => closeToast(id), READ_MS);
}

/** Short messages about background events. They must not repeat what the screen already shows. */
export const toast = {
  success: (text: string, action?: Toast['action']): void => show('success', text, { action }),
  warning: (text: string): void => show('warning', text),
  error: (text: string): void => show('error', text),
  lineLost: (text: string): void => show('error', text, { lost: true }),
};
