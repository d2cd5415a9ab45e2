type End = () => Promise<void>

const ends = new Set<End>()
let isWatched = false

/** For what tests of one file leave to each other: `act` is called whenever a file ends. */
export function whenFileEnds(act: End): void {
  if (!isWatched) throw new Error('server/test/end-of-file.ts belongs to setupFiles of this run.')
  ends.add(act)
}

/** To be called at the end of each file. */
export function watchedEnd(): End {
  isWatched = true
  return async () => {
    for (const end of ends) await end()
  }
}
