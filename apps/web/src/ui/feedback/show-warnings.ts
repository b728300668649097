import { translate, keyInData } from '../../lib/i18n.ts';
import { toast } from '../../lib/toasts.ts';

/** Shows a warning toast for each unusual value that the server accepted. `warnings` holds locale keys. */
export function showWarnings({ warnings = [] }: { readonly warnings?: readonly string[] }): void {
  for (const key of warnings) toast.warning(translate(keyInData(key)));
}
