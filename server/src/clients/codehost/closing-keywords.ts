const repository = `[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)+`
const closing = String.raw`\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?:\s*:\s*|\s+)`

/**
 * The issues of one repository that a pull request's text says it closes, as GitHub reads it: a keyword before each
 * `#7`, `owner/name#7` or URL. Code, comments and quotes say nothing.
 */
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

/** Without what is shown and not said. */
function spoken(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm, ' ')
    .replace(/^ {0,3}>[^\n]*$/gm, ' ')
    .replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, ' ')
}
