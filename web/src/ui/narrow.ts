/** Whether the window is as narrow as a phone: the width below which `max-sm:` holds. */
export function isNarrow(): boolean {
  return matchMedia('(width < 40rem)').matches
}
