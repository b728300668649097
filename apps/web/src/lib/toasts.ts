import { create } from 'zustand';
import { LIMITS } from '@prdm/contract/limits';

export type ToastKind = 'success' | 'warning' | 'error';

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  /** A way back or onward, e.g. undo; the toast then stays 6 s. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

const MOST = 3;
const ACTION_MS = 6000;
/** An error stays until it is closed. */
const LASTS: Record<ToastKind, number | null> = {
  success: LIMITS.successToastMs,
  warning: LIMITS.warningToastMs,
  error: null,
};

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let serial = 0;

function show(kind: ToastKind, text: string, action?: Toast['action']): void {
  const { toasts } = useToasts.getState();
  // Ten calls failing together for one reason are one message.
  if (toasts.some((toast) => toast.kind === kind && toast.text === text)) return;
  serial += 1;
  const id = serial;
  useToasts.setState({ toasts: [...toasts, { id, kind, text, action }].slice(-MOST) });
  const lasts = action === undefined ? LASTS[kind] : ACTION_MS;
  if (lasts !== null) setTimeout(() => closeToast(id), lasts);
}

export function closeToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

/** Short messages about what happened in the background. Never say what the screen already shows. */
export const toast = {
  success: (text: string, action?: Toast['action']): void => show('success', text, action),
  warning: (text: string): void => show('warning', text),
  error: (text: string): void => show('error', text),
};
