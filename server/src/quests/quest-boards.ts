import { Quest } from '@furrow/sdk/contract'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import { isAmong } from '../db/json-rows.ts'
import { createQueue } from '../db/queue.ts'
import type { QuestRow } from '../db/tables.ts'
import { NotFoundError } from '../errors.ts'
import type { Board, Boards } from '../http/boards.ts'
import { nextLink } from '../http/links.ts'
import type { QuestFilter } from './list.ts'
import { readPart } from './one-quest.ts'
import { createQuestLists, type Serialize } from './quest-lists.ts'

/** Lists of quests, and single quests, as bodies that many ask for. */
export function createQuestBoards({ db, escrow }: Context, boards: Boards) {
  const readPage = createQuestLists(db)
  const readRow = createRowReader(db)
  const linkTo = (url: string, next: string | null) =>
    next === null ? {} : { headers: { link: nextLink(url, next) } }

  return {
    listOf(url: string, filter: QuestFilter, reply: FastifyReply): Board {
      return {
        key: url,
        readVersion: () => boards.revisionOf('quests'),
        async make() {
          const { bytes, next } = await readPage(filter, serializerOf(reply))
          return { bytes, ...linkTo(url, next) }
        },
      }
    },

    partOf(url: string, id: string, cursor: string | undefined): Board {
      let row: QuestRow
      return {
        key: url,
        /** Its events tell of every change, but for what is on its way to a chain. */
        async readVersion() {
          const revision = escrow === null ? null : boards.revisionOf('quests')
          row = await readRow(id)
          if (row.rail === 'ledger') return row.events
          return `${row.events} ${await (revision ?? boards.revisionOf('quests'))}`
        },
        async make() {
          const { quest, next } = await readPart(db, row, cursor)
          return { value: [quest], ...linkTo(url, next) }
        },
      }
    },
  }
}

/** Of a single quest; compiled once, since the schema is the same. */
function serializerOf(reply: FastifyReply): Serialize {
  return reply.compileSerializationSchema(Quest as unknown as Record<string, unknown>)
}

/** A reader of rows: those that are asked for at the same moment are read at once. */
function createRowReader(db: Db): (id: string) => Promise<QuestRow> {
  return createQueue(async (ids: readonly string[]) => {
    const rows = await db
      .selectFrom('quests')
      .selectAll()
      .where(isAmong(db, 'id', [...new Set(ids)]))
      .execute()
    const found = new Map(rows.map(row => [row.id, row]))
    return ids.map(id => {
      const value = found.get(id)
      return value === undefined ? { error: new NotFoundError('There is no such quest.') } : { value }
    })
  }, 64)
}
