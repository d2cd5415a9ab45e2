import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

const here = new URL('../..', import.meta.url).href
const places = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g
const known = new Map<string, string>()

/**
 * Names the lines of the sources in the stack of a built service. Maps are read for a place that was not asked for before, and
 * let go: Node's own `--enable-source-maps` keeps them, which is 50 MB more at rest.
 */
export function withSourceLines(stack: string, built: string = here): string {
  const maps = new Map<string, SourceMap | null>()
  return stack.replace(places, (place: string, file: string, line: string, column: string) => {
    const before = known.get(place)
    if (before !== undefined) return before
    if (!file.startsWith(built)) return place
    if (!maps.has(file)) maps.set(file, readMap(file))
    const found = maps.get(file)?.findOrigin(Number(line), Number(column))
    if (!found || !('fileName' in found)) return place
    const source = `${new URL(found.fileName, file).href}:${found.lineNumber}:${found.columnNumber}`
    known.set(place, source)
    return source
  })
}

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8')))
  } catch {
    return null
  }
}
