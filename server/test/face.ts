import sharp from 'sharp'

const face = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#9ecae1"/>
<circle cx="32" cy="30" r="20" fill="#f2c9a1"/><circle cx="25" cy="27" r="3"/><circle cx="39" cy="27" r="3"/>
<path d="M22 37 Q32 47 42 37" fill="none" stroke="#a33" stroke-width="3"/></svg>`

/** A photo of somebody: a JPEG. */
export function takePhoto(): Promise<Buffer> {
  return sharp(Buffer.from(face)).resize(400).jpeg().toBuffer()
}
