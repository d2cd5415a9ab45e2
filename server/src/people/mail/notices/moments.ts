/** Writes times as readers of that language do, in UTC as everywhere in the service. */
export function momentsIn(locale: string): (at: number) => string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return at => `${format.format(at)} UTC`
}
