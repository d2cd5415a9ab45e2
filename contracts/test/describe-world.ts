import { afterAll, beforeAll, describe } from 'vitest'
import { anvilPath } from './anvil.ts'
import { startWorld, type World } from './escrow.ts'

/** A group of tests on a chain of its own, which says why it is skipped where there is no anvil. */
export function describeWorld(name: string, tests: (world: () => World) => void): void {
  describeIn(startWorld, name, tests)
}

/** The same in a world of one's own. */
export function describeIn<W extends { stop(): Promise<void> }>(
  start: () => Promise<W>,
  name: string,
  tests: (world: () => W) => void,
): void {
  const reason = anvilPath ? '' : ' (skipped: there is no anvil; install the optional dependencies)'
  describe.skipIf(!anvilPath)(`${name}${reason}`, () => {
    let world: W | undefined
    beforeAll(async () => {
      world = await start()
    })
    afterAll(() => world?.stop())
    tests(() => {
      if (!world) throw new Error('The chain has not started.')
      return world
    })
  })
}
