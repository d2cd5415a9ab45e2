import { readdir, readFile } from 'node:fs/promises'

/** The CPU time of these processes until now, in milliseconds, with all of their threads. */
export async function cpuOf(pids: readonly number[]): Promise<number> {
  const spent = await Promise.all(pids.map(spentBy))
  return spent.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6
}

/** 0 for a process that has ended: connections come and go. */
async function spentBy(pid: number): Promise<number> {
  try {
    const threads = await readdir(`/proc/${pid}/task`)
    const spent = await Promise.all(
      threads.map(async thread => readSpent(`/proc/${pid}/task/${thread}/schedstat`)),
    )
    return spent.reduce((sum, nanoseconds) => sum + nanoseconds, 0)
  } catch {
    return 0
  }
}

async function readSpent(file: string): Promise<number> {
  return Number((await readFile(file, 'utf8')).split(' ')[0])
}
