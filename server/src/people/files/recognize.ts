import type { FileType } from '@furrow/sdk/contract'
import { HttpError } from '../../ground/errors.ts'
import { isPlainText } from './plain-text.ts'

/** Types are told by the beginning of a file; no more is read, so that nothing is unpacked. */
const head = 4_100
/** Bytes before its end in which a PDF marks the end. */
const tail = 1_024

const byMime: Readonly<Record<string, FileType>> = {
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/jpeg': 'image/jpeg',
  'image/webp': 'image/webp',
  'image/gif': 'image/gif',
  'application/pdf': 'application/pdf',
}

const textClaims = [
  'text/plain',
  'text/markdown',
  'text/csv',
  'application/json',
  'application/octet-stream',
  '',
]

/** By its content: people's pictures often have another ending. A text must be called so. @throws HttpError 415 */
export async function recognize(bytes: Buffer, claimed: string): Promise<FileType> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes.subarray(0, head)).catch(() => undefined)
  const type = found === undefined ? null : byMime[found.mime]
  if (type === 'application/pdf' && !bytes.includes('%%EOF', Math.max(0, bytes.length - tail))) throw other()
  if (type) return type
  if (found === undefined && textClaims.includes(claimed.toLowerCase()) && (await isPlainText(bytes)))
    return 'text/plain'
  throw other()
}

function other(): HttpError {
  return new HttpError(
    'file-type-unknown',
    'The file must be a PNG, JPEG, WebP or GIF image, a PDF, or plain text in UTF-8.',
  )
}
