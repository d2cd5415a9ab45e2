export type Measured<T> = { readonly perSecond: number; readonly done: readonly T[] }

/**
 * Does jobs in so many lanes at once, each starting its next when its last is done, until none are left or the time is
 * over. A failing job ends the run: refused work must not count as fast.
 */
export async function measure<T>(
  lanes: number,
  seconds: number,
  jobs: Iterable<() => Promise<T>>,
): Promise<Measured<T>> {
  const queue = jobs[Symbol.iterator]()
  const done: T[] = []
  const began = performance.now()
  async function work(): Promise<void> {
    while (performance.now() < began + seconds * 1_000) {
      const next = queue.next()
      if (next.done === true) return
      done.push(await next.value())
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  if (done.length === 0) throw new Error('there was nothing to measure')
  return { perSecond: (1_000 * done.length) / (performance.now() - began), done }
}

/** Repeats one job, with the number of earlier ones. */
export function* forever<T>(job: (index: number) => Promise<T>): Iterable<() => Promise<T>> {
  for (let index = 0; ; index++) yield () => job(index)
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
}

/**
 * The median of the ratios of pairs measured in turn: other load on the machine meets both of a pair. And the medians of
 * both, which say less.
 */
export function compare(pairs: readonly (readonly [ours: number, theirs: number])[]): {
  readonly ratio: string
  readonly ours: string
  readonly theirs: string
} {
  const rounded = (values: readonly number[]) => String(Math.round(median(values)))
  return {
    ratio: median(pairs.map(([ours, theirs]) => ours / theirs)).toFixed(2),
    ours: rounded(pairs.map(([ours]) => ours)),
    theirs: rounded(pairs.map(([, theirs]) => theirs)),
  }
}
