import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@furrow/storage/db.ts'
import type { BallotRow } from '@furrow/storage/vote-tables.ts'
import { sealEntries } from '../../access/audit-trail/sealing.ts'
import { readContents } from '../../access/audit-trail/sources.ts'
import type { Context } from '../../ground/context.ts'
import { identityOf, isGone } from './commitment.ts'
import { textOf } from './export-text.ts'
import { readReceiptKey } from './receipt-key.ts'
import { canonical, signText } from './signatures.ts'
import { type Voter, votersOf } from './voters.ts'
import { findShownBallot, requireShown, showDetails, showVote } from './votes.ts'

const atOnce = 500

/**
 * All that a result can be recomputed from, a line each: frozen terms, members with weights and signed delegations,
 * signed votes, and the end's commitment in the audit log; then the counts, and the service's signature over all.
 * @throws NotFoundError; BadRequestError where nothing is shown yet.
 */
export async function openExport(context: Context, id: string): Promise<AsyncGenerator<string>> {
  const ballot = await findShownBallot(context.db, id)
  requireShown(ballot)
  const proposal = await showDetails(context, id)
  const commitment = await readCommitment(context, ballot)
  const key = await readReceiptKey(context)
  return write()

  async function* write(): AsyncGenerator<string> {
    const hash = createHash('sha256')
    const lineOf = (kind: string, value: object) => {
      const line = { kind, ...value }
      hash.update(`${canonical(line)}\n`)
      return `${JSON.stringify(line)}\n`
    }
    yield lineOf('proposal', proposal)
    let [members, votes] = [0, 0]
    for await (const voters of votersOf(context.db, ballot)) {
      members += voters.length
      yield voters.map(voter => lineOf('member', showMember(voter))).join('')
    }
    for await (const rows of votesOf(context.db, id)) {
      votes += rows.length
      yield rows.map(row => lineOf('vote', showVote(ballot, row))).join('')
    }
    if (commitment !== null) yield lineOf('commitment', commitment)
    const end = { kind: 'end', members, votes, key: key.publicKey }
    hash.update(`${canonical(end)}\n`)
    yield `${JSON.stringify({ ...end, signature: signText(key.privateKey, textOf(hash.digest('hex'))) })}\n`
  }
}

/** Includes the salt that opens the commitment to the member, unless that would tell who somebody was. */
function showMember({ member, own, row: { salt, identity } }: Voter) {
  if (identity === null) return member
  const isOpen = salt !== null && (identityOf(salt, member, own) === identity || !isGone(member))
  return { ...member, ...(isOpen ? { salt } : { identity }) }
}

async function* votesOf(db: Db, id: string) {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('votes')
      .selectAll()
      .where('proposal_id', '=', id)
      .where('voter', '>', after as never)
      .orderBy('voter')
      .limit(atOnce)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) return
    after = String(rows.at(-1)?.voter)
  }
}

/** The end's note and audit entry with the hash before it; null where the version of then committed to nothing. */
async function readCommitment(context: Context, { note_id: key }: BallotRow) {
  if (key === null) return null
  const { db } = context
  const entry = await readEntry(context, key)
  const note = { source: 'act', key }
  const content = (await readContents(db, [note]))(note) ?? null
  return { content, entry }
}

const tries = 20

/** A new note is sealed within a second: waiting longer is pointless. */
async function readEntry(context: Context, key: string) {
  const { db } = context
  const find = () =>
    db
      .selectFrom('audit_seals')
      .selectAll()
      .where('source', '=', 'act')
      .where('key', '=', key)
      .executeTakeFirst()
  let seal = await find()
  for (let attempt = 0; seal === undefined && attempt < tries; attempt++) {
    if ((await sealEntries.round(context)) === 0) await sleep(50)
    seal = await find()
  }
  if (seal === undefined) return null
  const { number, at, digest, hash, kept } = seal
  const before = await db
    .selectFrom('audit_seals')
    .select('hash')
    .where('number', '=', number - 1)
    .executeTakeFirst()
  return { number, at, digest, kept, previous: before?.hash ?? '0'.repeat(64), hash }
}
