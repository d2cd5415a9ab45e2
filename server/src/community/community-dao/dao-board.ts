import type { CommunityDaoQuery } from '@furrow/sdk/contract'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../ground/context.ts'
import type { Board, Boards } from '../../ground/http/boards.ts'
import { nextLink } from '../../ground/http/links.ts'
import { readPeople, readTreasury } from './community-dao.ts'
import { listProposals } from './proposals.ts'
import { readSettings } from './settings.ts'

const mebibyte = 1_024 * 1_024
const most = { entries: 100, bytes: 4 * mebibyte }

type Frame = {
  readonly version: number
  readonly before: Buffer
  readonly after: Buffer
  readonly next: string | null
}

/** The community's page. Every payment changes its treasury: people and proposals are kept as bytes until they change. */
export function createDaoBoard(context: Context, boards: Boards) {
  const frames = new LRUCache<string, Frame>({
    max: most.entries,
    maxSize: most.bytes,
    sizeCalculation: ({ before, after }) => before.length + after.length + 200,
  })

  async function frameOf(key: string, version: number, query: CommunityDaoQuery): Promise<Frame> {
    const known = frames.get(key)
    if (known?.version === version) return known
    const { genesisCreator, members } = await readPeople(context)
    const { proposals, next } = await listProposals(context.db, query)
    const settings = JSON.stringify(await readSettings(context.db))
    const creator = `"genesisCreator":${JSON.stringify(genesisCreator)}`
    const frame = {
      version,
      before: Buffer.from(`{${creator},"members":${JSON.stringify(members)},"treasury":`),
      after: Buffer.from(`,"settings":${settings},"proposals":${JSON.stringify(proposals)}}`),
      next,
    }
    frames.set(key, frame)
    return frame
  }

  return (key: string, query: CommunityDaoQuery): Board => {
    let version = 0
    return {
      key,
      async readVersion() {
        const { community_dao: all, obligations } = await boards.readRevisions()
        // A change of the obligations alone was counted in both revisions.
        version = all - obligations
        return all
      },
      async make() {
        const { before, after, next } = await frameOf(key, version, query)
        const treasury = Buffer.from(JSON.stringify(await readTreasury(context)))
        return {
          bytes: Buffer.concat([before, treasury, after]),
          ...(next !== null && { headers: { link: nextLink(key, next) } }),
        }
      },
    }
  }
}
