import { BadRequestError } from '../errors.ts'

export const maxDepth = 16
export const maxValues = 1_000

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Counts brackets and commas: parsing a body of brackets costs five times as much as text. @throws BadRequestError */
export function requireSmallShape(bytes: Uint8Array): void {
  let depth = 0
  let values = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) at = endOfText(bytes, at)
    else if (byte === comma) values++
    else if (byte === openArray || byte === openObject) depth++
    else if (byte === closeArray || byte === closeObject) depth--
    if (depth > maxDepth)
      throw new BadRequestError(`The body is nested deeper than ${maxDepth} levels.`, {
        code: 'malformed-body',
      })
    if (values > maxValues)
      throw new BadRequestError(`The body has more than ${maxValues} values.`, { code: 'malformed-body' })
  }
}

function endOfText(bytes: Uint8Array, from: number): number {
  let at = from + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at
}
