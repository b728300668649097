/**
 * RFC 6266: an ASCII name for old programs and the exact name (RFC 5987). Both are escaped, so a name cannot end the
 * header or start another.
 */
export function disposition(name: string, inline: boolean): string {
  const plain = name.normalize('NFC').replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name.normalize('NFC').toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
