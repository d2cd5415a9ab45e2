type Unit = 'day' | 'hour' | 'minute' | 'second'

/** The symbols of SI, which `Intl` does not have in English: its hours are "hr". */
const symbols: Readonly<Record<Unit, string>> = { day: 'd', hour: 'h', minute: 'min', second: 's' }

/** Says seconds in two units at most: "1 d 4 h", "12 min 5 s". */
export function durationsIn(locale: string): (seconds: number) => string {
  const say = /^en\b/i.test(locale)
    ? (count: number, unit: Unit) => `${count} ${symbols[unit]}`
    : unitsOf(locale)
  return seconds => {
    const [days, hours, minutes] = [
      Math.floor(seconds / 86_400),
      Math.floor(seconds / 3_600) % 24,
      Math.floor(seconds / 60) % 60,
    ]
    if (days > 0) return `${say(days, 'day')} ${say(hours, 'hour')}`
    if (hours > 0) return `${say(hours, 'hour')} ${say(minutes, 'minute')}`
    const rest = say(seconds % 60, 'second')
    return minutes > 0 ? `${say(minutes, 'minute')} ${rest}` : rest
  }
}

/** By each unit's own format: `Intl.DurationFormat` is not in every browser yet. */
function unitsOf(locale: string): (count: number, unit: Unit) => string {
  const formatOf = (unit: Unit) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', useGrouping: false })
  const formats = {
    day: formatOf('day'),
    hour: formatOf('hour'),
    minute: formatOf('minute'),
    second: formatOf('second'),
  }
  return (count, unit) => formats[unit].format(count)
}
