import type { Language, NotificationItem } from '@furrow/sdk/contract'
import { isAmong } from '@furrow/storage/json-rows.ts'
import type { OutboxTable } from '@furrow/storage/outbox-tables.ts'
import type { Selectable } from 'kysely'
import { type Address, checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import { communityName } from '../../ground/config/community.ts'
import type { Context } from '../../ground/context.ts'
import { openText } from '../../people/mail/seal.ts'
import { readSaidNames } from '../../people/profile/said-names.ts'
import { type OutsideWords, outsideWords } from './words.ts'

export type OutboxRow = Selectable<OutboxTable>

/**
 * Outside the app a message holds nothing that people wrote to each other, only that something happened, and where; a
 * notice has its few words and the quest's public title. Names are of this moment. Letters deleted since are skipped.
 */
export async function readItems(
  context: Context,
  rows: readonly OutboxRow[],
  language: Language | undefined,
): Promise<NotificationItem[]> {
  const own = rows.filter(({ topic }) => topic !== 'broadcast').map(({ letter }) => letter)
  const shared = rows.filter(({ topic }) => topic === 'broadcast').map(({ letter }) => letter)
  const [letters, broadcasts] = await Promise.all([
    readLetters(context, rows[0]?.address, own),
    readBroadcasts(context, rows[0]?.address, shared),
  ])
  const writers = [...letters.values()].flatMap(({ official, sender }) => (official === 1 ? [] : [sender]))
  const nameOf = await readSaidNames(context, writers, language ?? 'en')
  const telling = { context, nameOf, words: outsideWords(language) }
  return rows.flatMap(row => {
    const told = tell(telling, row, letters.get(row.letter), broadcasts.has(row.letter))
    return told ?? []
  })
}

type Telling = {
  readonly context: Context
  readonly nameOf: (address: Address) => string
  readonly words: OutsideWords
}

type Letter = {
  readonly id: string
  readonly sender: Address
  readonly subject: string
  readonly body: string
  readonly official: number
  readonly quest_id: string | null
}

async function readLetters(
  { db }: Context,
  owner: Address | undefined,
  ids: readonly string[],
): Promise<Map<string, Letter>> {
  if (owner === undefined || ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('mail')
    .select(['id', 'sender', 'subject', 'body', 'official', 'quest_id'])
    .where('owner', '=', owner)
    .where(isAmong(db, 'id', ids))
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

async function readBroadcasts(
  { db }: Context,
  reader: Address | undefined,
  ids: readonly string[],
): Promise<Set<string>> {
  if (reader === undefined || ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('broadcasts')
    .leftJoin('broadcast_states', join =>
      join.onRef('broadcast_id', '=', 'broadcasts.id').on('reader', '=', reader),
    )
    .select('broadcasts.id')
    .where(isAmong(db, 'broadcasts.id', ids))
    .where(({ eb, or }) => or([eb('deleted', 'is', null), eb('deleted', '=', 0)]))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

function tell(
  { context, nameOf, words }: Telling,
  { letter: id, topic, at }: OutboxRow,
  letter: Letter | undefined,
  isBroadcast: boolean,
): NotificationItem | null {
  const { config, secrets } = context
  const base = { id, topic, at: instant(at), from: null, questId: null }
  if (topic === 'test') return { ...base, text: words.test, url: `${config.publicUrl}/` }
  if (topic === 'broadcast')
    return isBroadcast
      ? { ...base, text: words.broadcast(communityName(config)), url: `${config.publicUrl}/mail` }
      : null
  if (letter === undefined) return null
  const { sender, official, quest_id: questId } = letter
  const url = questId === null ? `${config.publicUrl}/mail` : `${config.publicUrl}/quests/${questId}`
  if (official === 1) {
    const text = openText(secrets.sealing, letter.subject)
    const isDigest = topic === 'follow' && questId === null
    return { ...base, questId, url, text, ...(isDigest && { detail: readDetail(context, letter) }) }
  }
  const text = topic === 'invite' ? words.invite(nameOf(sender)) : words.letter(nameOf(sender))
  return { ...base, questId, url, text, from: checksum(sender) }
}

function readDetail({ config, secrets }: Context, { body }: Letter): string {
  return openText(secrets.sealing, body).replace(
    /\bquest-\d{13}-[0-9a-f]+\b/g,
    id => `${config.publicUrl}/quests/${id}`,
  )
}
