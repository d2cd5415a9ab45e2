import { isUtf8 } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'

const [tab, lineFeed, carriageReturn, space, del, firstOfC1] = [0x09, 0x0a, 0x0d, 0x20, 0x7f, 0xc2]

/** Text that a browser that guesses could take for a page. */
const page = /^\uFEFF?\s*<(?:[a-z]|[!?/])/i

/** Bytes in one turn of the event loop: two milliseconds. */
const slice = 262_144

/** Text that everyone can read: UTF-8 without control characters, and no HTML, XML or SVG. */
export async function isPlainText(bytes: Buffer): Promise<boolean> {
  if (!isUtf8(bytes) || page.test(bytes.toString('utf8', 0, 4_096))) return false
  for (let from = 0; from < bytes.length; from += slice) {
    if (from > 0) await nextTurn()
    if (hasControls(bytes, from, Math.min(from + slice, bytes.length))) return false
  }
  return true
}

function hasControls(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number
    if (byte < space && byte !== tab && byte !== lineFeed && byte !== carriageReturn) return true
    if (byte === del) return true
    // U+0080 to U+009F, which some terminals obey.
    if (byte === firstOfC1 && (bytes[at + 1] as number) < 0xa0) return true
  }
  return false
}
