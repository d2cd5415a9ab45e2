import { Type } from 'typebox'
import { readAs } from './pulls.ts'

const FileAnswer = Type.Object({ content: Type.String(), encoding: Type.String() })

/** All three hosts answer alike; longer files than a list may be have another encoding, or none. */
export function textOfFile(answer: unknown, mostBytes: number): string | null {
  if (answer === null || Array.isArray(answer) || !('content' in Object(answer))) return null
  const { content, encoding } = readAs(FileAnswer, answer)
  if (encoding !== 'base64') return null
  const bytes = Buffer.from(content, 'base64')
  return bytes.byteLength > mostBytes ? null : bytes.toString()
}
