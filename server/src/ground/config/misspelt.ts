import type { Env, Reader } from './reader.ts'

/** Refuses names close to a setting's: an unread setting leaves its default in force. Short names are near too many others. */
export function refuseMisspelt({ names, problems }: Pick<Reader, 'names' | 'problems'>, env: Env): void {
  for (const name of Object.keys(env)) {
    if (names.has(name) || name.length < 6 || !env[name]?.trim()) continue
    const meant = [...names].find(known => isNear(name, known))
    if (meant !== undefined && !env[meant]?.trim())
      problems.push(`${name} is no setting: did you mean ${meant}? Take it out, or set ${meant}.`)
  }
}

/** Whether one letter is missing, added or different, or two neighbours are swapped; in long names, two such slips. */
function isNear(name: string, known: string): boolean {
  const most = known.length < 10 ? 1 : 2
  return Math.abs(name.length - known.length) <= most && distanceOf(name, known, most) <= most
}

/** Where it is more than `most`, any number above that: most names differ within a few letters. */
function distanceOf(a: string, b: string, most: number): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const at = (list: readonly number[], index: number) => list[index] ?? Number.POSITIVE_INFINITY
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + same,
        isSwap ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    if (Math.min(...last, ...row) > most) return most + 1
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? 0
}
