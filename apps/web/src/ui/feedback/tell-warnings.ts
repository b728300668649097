import { translate, keyInData } from '../../lib/i18n.ts';
import { toast } from '../../lib/toasts.ts';

/** Tells what was done although it is unusual; what the server warns of comes as keys of texts. */
export function reportWarnings({ warnings = [] }: { readonly warnings?: readonly string[] }): void {
  for (const key of warnings) toast.warning(translate(keyInData(key)));
}
