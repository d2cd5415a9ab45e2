/** Of blocks, both ends included. */
export type Range = { readonly from: number; readonly to: number }

/** Of the blocks of a list, as they were measured, and what was supposed of those that were not yet: that stays, or all would move. */
export type Heights = { readonly measured: number[]; readonly supposed: number[] }

/** How high they are together: those that were never measured are as high as the others are on average. */
export function heightOf(heights: Heights, { from, to }: Range, guess: number): number {
  let sum = 0
  for (let number = from; number <= to; number++) sum += heightAt(heights, number, guess)
  return sum
}

/** The block at so many pixels below the top of the first one; the nearest where there is none. */
export function blockAt(
  heights: Heights,
  y: number,
  { blocks, guess }: { readonly blocks: number; readonly guess: number },
): number {
  let bottom = 0
  for (let number = 0; number < blocks - 1; number++) {
    bottom += heightAt(heights, number, guess)
    if (y < bottom) return number
  }
  return Math.max(0, blocks - 1)
}

/**
 * What is to be drawn next: at once all that is seen, and of what is wanted around it one block more on one side. What is
 * there already stays as long as it is wanted.
 */
export function grownTo(shown: Range, seen: Range, wanted: Range): Range {
  const from = Math.max(shown.from, wanted.from)
  const to = Math.min(shown.to, wanted.to)
  // What lies between is drawn only where that is little.
  const isNear = from <= to && from <= seen.to + 1 && to >= seen.from - 1
  if (!isNear) return seen
  if (seen.from < from || seen.to > to) return { from: Math.min(from, seen.from), to: Math.max(to, seen.to) }
  if (to < wanted.to) return { from, to: to + 1 }
  return { from: Math.max(wanted.from, from - 1), to }
}

function heightAt({ measured, supposed }: Heights, number: number, guess: number): number {
  supposed[number] ??= usualOf(measured, guess)
  return measured[number] ?? supposed[number]
}

function usualOf(heights: readonly number[], guess: number): number {
  let [sum, count] = [0, 0]
  for (const height of heights) {
    if (height === undefined) continue
    sum += height
    count++
  }
  return count === 0 ? guess : sum / count
}
