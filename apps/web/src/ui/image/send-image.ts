import { CallError, callWithFiles } from '../../lib/api/call.ts';
import { NO_ANSWER } from '../../lib/api/call-error.ts';
import { uploadImage } from '@prdm/contract/files/multipart';
import { toast } from '../../lib/toasts.ts';

/** The choice of the image dialog (EN-023): the picture, and its thumbnail, which the server calls `turl`. */
export interface ChosenImage {
  readonly url: string;
  readonly thumb_url: string;
}

/**
 * Uploads a picture. Null when it failed: a refusal of the server is shown as an error toast, a failure of the network
 * is not shown (ER-010).
 */
export async function sendImage(picture: Blob): Promise<ChosenImage | null> {
  const form = new FormData();
  form.append('file', picture, 'picture');
  try {
    const { url, turl } = await callWithFiles(uploadImage, {}, form, { ignoresNetwork: true });
    return { url, thumb_url: turl };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.code !== NO_ANSWER && !error.told) toast.error(error.msg);
    return null;
  }
}
