import { hasLeft, type ReportedKind } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import type { MaybeHidden } from '../../access/restraints/hidden.ts'
import { type Address, checksum, toAddress } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { nameOf } from '../../people/files/show.ts'
import { openPrivate } from '../../people/mail/private-text.ts'
import { unseal } from '../../people/mail/seal.ts'

export type Thing = {
  readonly owner: Address
  readonly title: string
  readonly text: string
  readonly quest: MaybeHidden | null
  readonly isThere: boolean
  readonly hiddenAt: number | null
}

type Sealing = Pick<Context, 'db' | 'secrets'>

const longestExcerpt = 2_000

export async function findThings(
  context: Sealing,
  kind: ReportedKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Thing>> {
  if (ids.length === 0) return new Map()
  const found = await readers[kind](context, ids)
  return new Map(
    [...found].map(([id, thing]) => [id, { ...thing, text: thing.text.trim().slice(0, longestExcerpt) }]),
  )
}

export function isAddress(kind: ReportedKind): boolean {
  return kind === 'profile' || kind === 'wallet'
}

/** The id in the thing's row: an address in lower case. null where it cannot be one. */
export function toThingId(kind: ReportedKind, id: string): string | null {
  // The last part of a file's URL names it, too.
  if (kind === 'file') return id.split('.', 1)[0] as string
  if (!isAddress(kind)) return id
  return /^0x[0-9a-f]{40}$/i.test(id) ? toAddress(id) : null
}

type Reader = (context: Sealing, ids: readonly string[]) => Promise<Map<string, Thing>>

const readers: Readonly<Record<ReportedKind, Reader>> = {
  quest: async ({ db }, ids) => {
    const rows = await db
      .selectFrom('quests')
      .select(['id', 'giver', 'title', 'description', 'hidden_at'])
      .where(isAmong(db, 'id', ids))
      .execute()
    return new Map(
      rows.map(row => [
        row.id,
        {
          owner: row.giver,
          title: row.title,
          text: row.description,
          quest: row,
          isThere: true,
          hiddenAt: row.hidden_at,
        },
      ]),
    )
  },
  comment: async ({ db }, ids) => {
    const rows = await db
      .selectFrom('comments as c')
      .innerJoin('quests as q', 'q.id', 'c.quest_id')
      .select(['c.id', 'c.author', 'c.body', 'c.deleted_at', 'c.hidden_at'])
      .select(['q.id as quest_id', 'q.giver', 'q.title', 'q.hidden_at as quest_hidden_at'])
      .where(isAmong(db, 'c.id', ids))
      .execute()
    return new Map(
      rows.map(row => [
        row.id,
        {
          owner: row.author,
          title: `Comment on ${row.title}`,
          text: row.body,
          quest: { id: row.quest_id, giver: row.giver, hidden_at: row.quest_hidden_at },
          isThere: row.deleted_at === null,
          hiddenAt: row.hidden_at,
        },
      ]),
    )
  },
  profile: async ({ db }, ids) => {
    const rows = await db
      .selectFrom('profiles')
      .selectAll()
      .where(isAmong(db, 'address', ids))
      .execute()
    return new Map(
      rows.map(row => {
        const names = [
          row.display_name,
          row.ens_address,
          row.codehost_username,
          row.organization,
          row.website,
          row.guild,
        ]
        const texts = [row.bio, row.giver_bio, ...(JSON.parse(row.skills) as string[]), row.profile_photo]
        const text = [...names, ...texts].filter(one => one !== null && one !== '').join('\n')
        const { address, hidden_at } = row
        return [
          address,
          { owner: address, title: 'Profile', text, quest: null, isThere: true, hiddenAt: hidden_at },
        ]
      }),
    )
  },
  proposal: async ({ db }, ids) => {
    const rows = await db
      .selectFrom('proposals')
      .selectAll()
      .where(isAmong(db, 'id', ids))
      .execute()
    return new Map(
      rows.map(row => [
        row.id,
        {
          owner: row.proposer,
          title: row.title,
          text: row.description,
          quest: null,
          isThere: true,
          hiddenAt: row.hidden_at,
        },
      ]),
    )
  },
  letter: readLetters,
  file: readFiles,
  entry: readEntries,
  // With or without a profile, there is nothing to look up.
  wallet: async (_, ids) => new Map(ids.map(id => [id, toWallet(id as Address)])),
}

function toWallet(owner: Address): Thing {
  return { owner, title: checksum(owner), text: '', quest: null, isThere: !hasLeft(owner), hiddenAt: null }
}

/** One that nobody but its author reads yet is no thing to report. */
async function readEntries({ db, secrets }: Sealing, ids: readonly string[]): Promise<Map<string, Thing>> {
  const rows = await db
    .selectFrom('contest_entries as e')
    .innerJoin('quests as q', 'q.id', 'e.quest_id')
    .select(['e.id', 'e.farmer', 'e.text', 'e.links', 'e.hidden_at'])
    .select([
      'q.id as quest_id',
      'q.giver',
      'q.title',
      'q.status',
      'q.contest',
      'q.hidden_at as quest_hidden_at',
    ])
    .where(isAmong(db, 'e.id', ids))
    .execute()
  return new Map(
    rows.map(row => {
      const { sealed } = JSON.parse(row.contest ?? '{}') as { sealed?: boolean }
      const isThere = !(sealed && row.status === 'open')
      const said = [openPrivate(secrets.sealing, row.text), openPrivate(secrets.sealing, row.links) ?? '']
      const thing = {
        owner: row.farmer,
        title: `Entry to ${row.title}`,
        text: isThere ? said.join('\n') : '',
        quest: { id: row.quest_id, giver: row.giver, hidden_at: row.quest_hidden_at },
        isThere,
        hiddenAt: row.hidden_at,
      }
      return [row.id, thing]
    }),
  )
}

/** Moderators open it by its name. */
async function readFiles({ db }: Sealing, ids: readonly string[]): Promise<Map<string, Thing>> {
  const rows = await db
    .selectFrom('files as f')
    .leftJoin('quests as q', 'q.id', 'f.quest_id')
    .select(['f.id', 'f.owner', 'f.type', 'f.bytes', 'f.hidden_at', 'f.quest_id'])
    .select(['q.giver', 'q.hidden_at as quest_hidden_at'])
    .where(isAmong(db, 'f.id', ids))
    .execute()
  return new Map(
    rows.map(row => {
      const { id, owner, giver, quest_id, hidden_at } = row
      const quest = quest_id && giver && { id: quest_id, giver, hidden_at: row.quest_hidden_at }
      const text = `${row.type}, ${row.bytes} bytes`
      return [
        id,
        { owner, title: nameOf(row), text, quest: quest || null, isThere: true, hiddenAt: hidden_at },
      ]
    }),
  )
}

/** A letter is known from its recipient's disclosure: the recipient's copy stays private, and moderators read no mailbox. */
async function readLetters({ db, secrets }: Sealing, ids: readonly string[]): Promise<Map<string, Thing>> {
  const rows = await findReportedLetters(db, ids)
  return new Map(
    rows.map(({ thing, owner, letter }) => {
      const said = unseal(secrets.sealing, letter) ?? ''
      const [subject, body] = said === '' ? ['', ''] : (JSON.parse(said) as [string, string])
      const text = `${subject}\n\n${body}`
      return [thing, { owner, title: 'Letter', text, quest: null, isThere: said !== '', hiddenAt: null }]
    }),
  )
}

function findReportedLetters(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('reported_things as t')
    .innerJoin('reports as r', join => join.onRef('r.kind', '=', 't.kind').onRef('r.thing', '=', 't.thing'))
    .select(['t.thing', 't.owner', 'r.letter'])
    .where('t.kind', '=', 'letter')
    .where(isAmong(db, 't.thing', ids))
    .execute()
}
