/** A screenshot below this size is sent as it is. */
const PLAIN_BYTES = 800 * 1024;
const LONGEST_SIDE = 2000;
const QUALITY = 0.85;
const SENT_AS_IS = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** The picture in a size for reading. Returns the file itself when it is small, or when the browser cannot decode it. */
export async function smallPicture(file: File): Promise<Blob> {
  if (file.size <= PLAIN_BYTES && SENT_AS_IS.has(file.type)) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const context = canvas.getContext('2d');
    if (context === null) return file;
    context.fillStyle = '#fff'; // JPEG has no transparency
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    return made ?? file;
  } catch {
    return file; // no picture: the server refuses it with its own message
  }
}
