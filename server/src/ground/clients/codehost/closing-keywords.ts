const repository = `[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)+`
const closing = String.raw`\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?:\s*:\s*|\s+)`

/** As GitHub reads it: a keyword before each `#7`, `owner/name#7` or URL, but not in code, comments and quotes. */
export function readClosingKeywords(text: string, repo: string, hostUrl: string): Set<number> {
  const numbers = new Set<number>()
  const url = `${hostUrl.replace(/[^\w]/g, '\\$&')}/(${repository}?)(?:/-)?/issues/`
  const link = new RegExp(
    `(?<![\\w-])${closing}(?:(${repository})?#|${url})([1-9][0-9]{0,14})(?![\\w/])`,
    'gi',
  )
  for (const [, named, linked, digits] of spoken(text).matchAll(link))
    if ((named ?? linked ?? repo).toLowerCase() === repo.toLowerCase()) numbers.add(Number(digits))
  return numbers
}

function spoken(text: string): string {
  const said = text.replaceAll('\r\n', '\n').replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
  return withoutSpans(withoutBlocks(said.split('\n')).join('\n'))
}

/** Works line by line: an expression that looks for the end of each fence costs the square of the text. */
function withoutBlocks(lines: readonly string[]): string[] {
  let fence: string | null = null
  return lines.map(line => {
    if (fence !== null) {
      const [, end] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? []
      if (end?.startsWith(fence)) fence = null
      return ' '
    }
    // No backtick follows a fence of backticks in its line; otherwise this is code within the line.
    const [, ticks, tildes] = /^ {0,3}(?:(`{3,})[^`]*$|(~{3,}))/.exec(line) ?? []
    fence = ticks ?? tildes ?? null
    return fence !== null || /^ {0,3}>/.test(line) ? ' ' : line
  })
}

/** Code in a line stands between two runs of equally many backticks; the next run of each length is known beforehand. */
function withoutSpans(text: string): string {
  const runs = runsOf(text)
  const following = Map.groupBy(runs.toReversed(), ({ length }) => length)
  let said = ''
  let from = 0
  for (const run of runs) {
    const alike = following.get(run.length)
    alike?.pop()
    if (run.index < from) continue
    const end = alike?.at(-1)
    if (end === undefined) continue
    said += `${text.slice(from, run.index)} `
    from = end.index + end.length
  }
  return said + text.slice(from)
}

type Run = { readonly index: number; readonly length: number }

function runsOf(text: string): Run[] {
  const runs: Run[] = []
  for (let index = text.indexOf('`'); index !== -1; ) {
    let end = index + 1
    while (text[end] === '`') end++
    runs.push({ index, length: end - index })
    index = text.indexOf('`', end)
  }
  return runs
}
