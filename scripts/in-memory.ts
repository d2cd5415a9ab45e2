import { statfsSync } from 'node:fs'

const memory = '/dev/shm'
const enough = 4 * 2 ** 30

/**
 * Keeps the files of tests in memory where there is room: tests kill processes but no machine, so waiting for a disk
 * shows nothing. It takes a fifth of the time.
 */
export function keepInMemory(): void {
  if (process.env.TMPDIR === undefined && roomIn(memory) > enough) process.env.TMPDIR = memory
}

/** 0 where there is no such folder, as on a Mac. */
function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}
