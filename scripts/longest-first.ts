import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = join(import.meta.dirname, '..')

/** They take long for their size, by which a first run orders its files: begun last, each would keep one core busy alone. */
const longest = [
  'contracts/test/artifacts.test.ts',
  'contracts/test/forge.test.ts',
  'contracts/test/proofs.test.ts',
  'storage/src/indexes.test.ts',
  'server/src/access/idempotency/crash.test.ts',
  'server/src/service/worst-routes.test.ts',
  'server/src/quests/rails/chain-rail/exactly-once.test.ts',
  'server/src/operate/backup/backup.test.ts',
  'storage/src/version-before.test.ts',
  'server/src/quests/board/histories.test.ts',
  'server/src/service/bad-inputs.test.ts',
  'server/src/service/rolling-restart.test.ts',
  'scripts/documents.test.ts',
  'scripts/built-server.test.ts',
].map(file => join(root, file))

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = longest.filter(file => !existsSync(file))
    if (gone.length > 0)
      throw new Error(`scripts/longest-first.ts names files that are gone: ${gone.join(', ')}`)
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const place = longest.indexOf(moduleId)
  return place < 0 ? longest.length : place
}
