/**
 * A text from elsewhere as the interface takes it: at most so many characters and three bytes for each of them as JSON,
 * without characters that no text may have. A text that is cut ends in an ellipsis.
 */
export function boundText(given: string, most: number): string {
  const text = given.toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n')
  if (fits(text, most)) return text
  const letters = [...text].slice(0, most - 1)
  // Fewer letters fit where they take more than three bytes each.
  while (!fits(`${letters.join('')}…`, most)) letters.length = Math.floor(letters.length * 0.9)
  return `${letters.join('').trimEnd()}…`
}

function fits(text: string, most: number): boolean {
  return text.length <= most && Buffer.byteLength(JSON.stringify(text)) - 2 <= 3 * most
}
