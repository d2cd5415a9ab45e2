const prefix = 'furrow.typed.'
const longest = 30 * 24 * 60 * 60 * 1_000

type Entry = { readonly at: number; readonly value: unknown }

/** Typed text belongs to its author's account: the next person to sign in here does not find it. */
export function keptName(name: string, address: string | null): string {
  return `${prefix}${address?.toLowerCase() ?? 'visitor'}.${name}`
}

/** The text kept under the name; null where there is none that can be read. */
export function readText<T>(name: string): T | null {
  try {
    const entry = JSON.parse(localStorage.getItem(name) ?? 'null') as Entry | null
    return entry === null || entry.at < Date.now() - longest ? null : (entry.value as T)
  } catch {
    return null
  }
}

export function keepText(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify({ at: Date.now(), value } satisfies Entry))
  } catch {
    // The device has no room; the text is still on the page.
  }
}

export function forgetText(name: string): void {
  localStorage.removeItem(name)
}

/** Forgets everything that an account has typed on this device. */
export function forgetTextsOf(address: string): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(keptName('', address))) forgetText(name)
}

/** Removes texts that are older than a month. */
export function sweepTexts(): void {
  for (const name of Object.keys(localStorage))
    if (name.startsWith(prefix) && readText(name) === null) forgetText(name)
}
