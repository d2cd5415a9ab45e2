import { type Backer, type Plan, Quest, type QuestQuery } from '@furrow/sdk/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireSeen } from '../../access/restraints/hidden.ts'
import type { Context } from '../../ground/context.ts'
import type { Board, Boards } from '../../ground/http/boards.ts'
import { nextLink } from '../../ground/http/links.ts'
import { type Payer, payerAt } from '../../people/profile/payer-record.ts'
import { hasFew } from '../change/few-farmers.ts'
import type { FoundRow } from '../change/lock.ts'
import { readBackers } from '../companions/show.ts'
import type { HeadPage } from './heads.ts'
import { findQuestRow, readPart } from './one-quest.ts'
import { readPlan } from './plans.ts'
import { createQuestLists, type Serialize } from './quest-lists.ts'
import { atTime, today } from './term-filters.ts'

export function createQuestBoards(context: Context, boards: Boards) {
  const { db } = context
  const { readPage, readPageOf } = createQuestLists(context)
  const linkTo = (url: string, next: string | null) =>
    next === null ? {} : { headers: { link: nextLink(url, next) } }

  /** For answers that depend on deadlines: they change with the day, too. */
  const versionByDay = async () => `${await boards.revisionOf('quests')} ${today(context.clock.now())}`
  const versionFor = ({ deadline }: Pick<QuestQuery, 'deadline'>) =>
    deadline === undefined ? boards.revisionOf('quests') : versionByDay()

  return {
    async readQuests(query: Omit<QuestQuery, 'id'>, reply: FastifyReply): Promise<Quest[]> {
      const { bytes } = await readPage(atTime(query, context.clock.now()), serializerOf(reply))
      return JSON.parse(bytes.toString())
    },

    async readPageOf(
      heads: HeadPage,
      reply: FastifyReply,
    ): Promise<{ readonly quests: Quest[]; readonly next: string | null }> {
      const { bytes, next } = await readPageOf(heads, serializerOf(reply))
      return { quests: JSON.parse(bytes.toString()), next }
    },

    versionByDay,
    versionFor,

    listOf(url: string, query: Omit<QuestQuery, 'id'>, reply: FastifyReply): Board {
      return {
        key: url,
        readVersion: () => versionFor(query),
        async make() {
          const { bytes, next } = await readPage(atTime(query, context.clock.now()), serializerOf(reply))
          return { bytes, ...linkTo(url, next) }
        },
      }
    },

    partOf(request: FastifyRequest, url: string, id: string, cursor: string | undefined): Board {
      let row: FoundRow
      let payer: Payer
      let plan: Plan | null
      let backers: Backer[] | null
      return {
        key: url,
        get isSmall() {
          return hasFew(row)
        },
        /** Its events tell of every change except comments, erasures, hiding, and transactions on their way to a chain. */
        async readVersion() {
          const revision = boards.revisionOf('quests')
          // Not awaited where the quest cannot be read: an unhandled rejection would end the process.
          revision.catch(() => {})
          row = await findQuestRow(db, id)
          await requireSeen(context, request, row)
          payer = await payerAt(db, row.giver, await revision)
          // Its other parts, and the time, decide whose turn it is; and backers object by themselves.
          ;[plan, backers] = await Promise.all([readPlan(db, row, context.clock.now()), readBackers(db, row)])
          const others = [plan, backers].map(part => (part === null ? '' : JSON.stringify(part))).join(' ')
          const own = `${others} ${row.events} ${row.comment_count} ${row.erasures} ${payer.version}`
          return row.rail === 'ledger' ? own : `${own} ${await revision}`
        },
        async make() {
          const { quest, next } = await readPart(context, row, { cursor, payer, plan, backers })
          const { headers } = linkTo(url, next) as { headers?: Record<string, string> }
          const kept = row.hidden_at === null ? {} : { 'cache-control': 'private, no-store' }
          return { value: [quest], headers: { ...headers, ...kept } }
        },
      }
    },
  }
}

function serializerOf(reply: FastifyReply): Serialize {
  return reply.compileSerializationSchema(Quest as unknown as Record<string, unknown>)
}
