/** At most so many characters, three bytes each as JSON, and none that no text may have; a text that is cut ends in `…`. */
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
