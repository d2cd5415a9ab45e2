import { Quest } from '@furrow/sdk/contract'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import type { QuestRow } from '../db/tables.ts'
import type { Board, Boards } from '../http/boards.ts'
import { nextLink } from '../http/links.ts'
import type { QuestFilter } from './filters.ts'
import { findQuestRow, readPart } from './one-quest.ts'
import { createQuestLists, type Serialize } from './quest-lists.ts'

/** Lists of quests, and single quests, as bodies that many ask for. */
export function createQuestBoards({ db, escrow }: Context, boards: Boards) {
  const readPage = createQuestLists(db)
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
          row = await findQuestRow(db, id)
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
