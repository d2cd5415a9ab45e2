/** The size of a lossy WebP picture (VP8), from its first bytes (RFC 9649, section 2.5). */
export function readWebp(bytes: Buffer): { readonly width: number; readonly height: number } {
  if (bytes.toString('latin1', 8, 16) !== 'WEBPVP8 ') throw new Error('This is no lossy WebP picture.')
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
}
