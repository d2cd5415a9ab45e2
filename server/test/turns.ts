import { setImmediate as nextTurn } from 'node:timers/promises'

/** The longest turn of the event loop during the work: by this thread's time alone, since the machine may be busy with others. */
export async function watchTurns<T>(work: Promise<T>) {
  const spent = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  const began = spent()
  let [longest, turns, last, done] = [0, 0, began, false]
  void work.finally(() => {
    done = true
  })
  while (!done) {
    await nextTurn()
    longest = Math.max(longest, spent() - last)
    last = spent()
    turns++
  }
  return { longest, turns, all: last - began, value: await work }
}
