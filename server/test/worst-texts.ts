import { setTimeout as delay } from 'node:timers/promises'

/** Texts known to cost more than their length somewhere, over and over. */
export const units: Readonly<Record<string, string>> = {
  marks: '\u0323\u0301',
  'marks of two': '\u0344\u0323',
  'halfwidth marks': '\uff9e\u0323',
  'letters that become eighteen': '\ufdfa',
  'letters that grow in lower case': 'İ',
  sigmas: 'Σ\u00ad',
  labels: 'a.',
  numbers: '1.',
  'one-letter words': 'a ',
  words: 'abc ',
  'many words': '中。',
  spaces: ' ',
  'line breaks': '\r\n',
  backslashes: '\\',
  quotes: '"',
  'control characters': '\u0001',
  slashes: 'a/',
  dots: '../',
  'percent signs': '%41',
  'a mailbox of mailboxes': 'a@',
  colons: '1:',
  'hash signs': '#7',
  digits: '9',
  zeros: '0',
  hyphens: '-',
  dollars: '$',
  emoji: '👩‍🌾',
  joiners: '\u200d',
  flags: '🏴\u{E0067}\u{E0062}',
  jamo: '\u1100\u1161\u11a8',
  dashes: '/-',
}
export const harmless = 'plain text of words '

export const fill = (unit: string, length: number) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/**
 * An upper bound of a run's time on the event loop, in milliseconds: the smaller of the clock and this process's processor
 * time. The cheapest of several runs counts, since neighbours and the collector make the others dearer. While the cost looks
 * too high it is measured again, later and later.
 */
export async function costOf<T = undefined>(
  run: (prepared: T) => unknown,
  enough: number,
  tries = 16,
  prepare?: () => Promise<T>,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let count = 0; count < tries && least > enough; count++) {
    if (count >= 6) await delay(count * 20)
    const prepared = (await prepare?.()) as T
    const began = performance.now()
    const before = process.cpuUsage()
    await run(prepared)
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, performance.now() - began, (user + system) / 1_000)
  }
  return least
}

/** This machine's time for a fixed piece of work, about 2 ms where the bounds were set. */
export async function calibrate(): Promise<number> {
  const text = JSON.stringify(Array.from({ length: 6_000 }, (_, index) => ({ index, text: 'a text' })))
  return costOf(() => JSON.stringify(JSON.parse(text)), 0, 6)
}

/**
 * The allowed cost of an input beyond three times a harmless one of its length, in units of the calibration; in a process
 * that has run much else, the calibration takes half as long.
 */
export const allowed = 8
