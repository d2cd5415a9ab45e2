/** A range of blocks, both ends included. */
export type Range = { readonly from: number; readonly to: number }

/** The measured heights of a list's blocks, and the assumed ones of the others: an assumption stays, or all would move. */
export type Heights = { readonly measured: number[]; readonly supposed: number[] }

/** The height of a range: blocks never measured are as high as the others are on average. */
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
 * The next range to draw: all seen blocks at once, and one more block on one side of the wanted ones. Drawn blocks stay as
 * long as they are wanted.
 */
export function grownTo(shown: Range, seen: Range, wanted: Range): Range {
  const from = Math.max(shown.from, wanted.from)
  const to = Math.min(shown.to, wanted.to)
  // The blocks in between are drawn only where they are few.
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
