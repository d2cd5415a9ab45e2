import { type Language, languages } from '@furrow/sdk/contract'

/** The language that a browser or mail program asks for first among those that the service speaks (RFC 9110, 12.5.4). */
export function languageAsked(header: string | undefined): Language | undefined {
  const asked = (header ?? '')
    .split(',', 20)
    .flatMap(part => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const primary = tag.split('-', 1)[0]?.toLowerCase()
      const language = languages.find(one => one === primary)
      const weight = parameters.map(text => /^\s*q=([\d.]{1,5})\s*$/i.exec(text)?.[1]).find(Boolean)
      return language === undefined ? [] : [{ language, weight: weight === undefined ? 1 : Number(weight) }]
    })
    .filter(({ weight }) => weight > 0)
  return asked.toSorted((a, b) => b.weight - a.weight)[0]?.language
}
