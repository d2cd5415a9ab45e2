import { hasSecond } from '@furrow/sdk/escrow-version'
import type { EscrowAttemptRow, EscrowCallRow } from '@furrow/storage/escrow-tables.ts'
import type { NotNull } from 'kysely'
import type { Escrow, Head } from '../../../ground/clients/escrow.ts'
import { minute } from '../../../ground/clock.ts'
import type { Context } from '../../../ground/context.ts'
import { approvalsFirst, type DueCall } from './approvals-first.ts'
import { type Broadcasts, mostCost, placeOf } from './attempts.ts'
import { withAttestation } from './attestation.ts'
import { followSent } from './follow-sent.ts'
import { readFormerKeys } from './former-keys.ts'
import { openGasBudget } from './gas-budget.ts'
import { moveCall } from './outbox.ts'
import { mostInBatch, openOutgoing, tryOut } from './outgoing.ts'
import { withShare } from './payees.ts'
import { takeRefusal } from './refusals.ts'
import type { StandingProblem } from './standing.ts'

const inFlight = 16
const mostRead = 2 * mostInBatch
/** Reads of due calls in a round where givers' budgets hold those that were read. */
const mostTurns = 100

/**
 * A call has one nonce for life, which several share where the contract takes them together. Nonce, bytes and hash are
 * committed before they are sent, so the next process after a crash sends the same bytes; the database decides which
 * process takes a nonce. Gives why it stopped, if it did. Without `paying`, only calls with a nonce send money out;
 * where the contract takes no proposal, calls open to anybody go on.
 */
export async function sendCalls(
  context: Context,
  escrow: Escrow,
  head: Head,
  broadcasts: Broadcasts,
  { isReorganised = false, ...allowed }: Allowed = { paying: true },
): Promise<'low-balance' | null> {
  const former = await readFormerKeys(context.db, escrow)
  const isOneOfSeveral = former.length > 0
  for (const operatorId of former) {
    const mined = await escrow.readNonce(undefined, operatorId)
    await followSent(context, escrow, head, { operatorId, mined, isOneOfSeveral }, broadcasts)
  }
  const mined = await escrow.readNonce()
  const own = { operatorId: escrow.operatorId, mined, isOneOfSeveral }
  const waiting = await followSent(context, escrow, head, own, broadcasts)
  // Dropped transactions go out again with their own nonce; nothing new may rest on what the chain took back.
  if (isReorganised) return null
  return sendQueued(context, escrow, head, mined, waiting, broadcasts, allowed)
}

type Allowed = {
  readonly paying: boolean
  readonly isReorganised?: boolean
  readonly problem?: StandingProblem | null
}

async function sendQueued(
  context: Context,
  escrow: Escrow,
  head: Head,
  mined: number,
  waiting: readonly EscrowAttemptRow[],
  broadcasts: Broadcasts,
  allowed: Allowed,
): Promise<'low-balance' | null> {
  const { clock, db, log } = context
  const room = inFlight - waiting.length
  if (room <= 0) return null
  const { version } = await escrow.readDeployed()
  const read = async (most: number) => {
    const due = await readDue(context, escrow, hasSecond(version) ? mostRead : most, allowed)
    return allowed.paying ? approvalsFirst(context, due) : due
  }
  let calls = await read(room)
  if (calls.length === 0) return null
  const fees = await escrow.readFees()
  const budget = await openGasBudget(context, escrow)
  let balance = await escrow.readBalance()
  for (const attempt of waiting) balance -= mostCost(attempt)
  const outgoing = await openOutgoing(context, escrow, { mined, fees, balance, room }, broadcasts)

  // Calls that a giver's budget holds leave their turns to the next ones.
  for (let turn = 0; calls.length > 0 && turn < mostTurns; turn++) {
    let held = 0
    const disputed = await findDisputed(escrow, head, calls)
    for (const call of calls) {
      if (outgoing.room() <= 0) break
      if (budget?.isHeld(call.giver)) {
        held++
        continue
      }
      if (disputed.has(call.id)) {
        log.error({ call: call.id }, 'two RPCs disagree about what a call rests on: it waits')
        await moveCall(db, call, { not_before: clock.now() + minute, problem: 'two RPCs disagree' })
        continue
      }
      const attested = await withAttestation(context, escrow, call)
      if (attested === null) continue
      const ready = await withShare(db, attested)
      const estimate = await tryOut(escrow, [ready])
      if ('refused' in estimate) {
        await takeRefusal(context, escrow, head, ready, estimate.refused)
        continue
      }
      if (await budget?.holds(call.giver, estimate.gas * fees.maxFee + estimate.l1Fee)) {
        held++
        continue
      }
      if (await outgoing.add(ready, estimate)) continue
      await outgoing.flush()
      return 'low-balance'
    }
    await outgoing.flush()
    calls = held > 0 && outgoing.room() > 0 ? await read(outgoing.room()) : []
  }
  return null
}

async function readDue(
  { clock, db }: Context,
  escrow: Escrow,
  most: number,
  { paying, problem = null }: Allowed,
): Promise<readonly DueCall[]> {
  return (
    db
      .selectFrom('escrow_calls')
      .selectAll('escrow_calls')
      .select(({ selectFrom }) =>
        selectFrom('quests').whereRef('quests.id', '=', 'escrow_calls.quest_id').select('giver').as('giver'),
      )
      .$narrowType<{ giver: NotNull }>()
      .where('escrow_calls.contract', '=', escrow.id)
      .where('escrow_calls.state', '=', 'queued')
      .where('escrow_calls.not_before', '<=', clock.now())
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('escrows')
              .select('escrows.quest_id')
              .whereRef('escrows.quest_id', '=', 'escrow_calls.quest_id')
              .where('contradiction', 'is not', null),
          ),
        ),
      )
      // Proposals send no money out.
      .$if(!paying, query => query.where('escrow_calls.kind', '=', 'propose'))
      .$if(problem === 'proposals-paused', query => query.where('escrow_calls.kind', '!=', 'propose'))
      // Anybody may call these.
      .$if(problem === 'no-operator', query =>
        query.where('escrow_calls.kind', 'in', ['release', 'settle', 'approve', 'share']),
      )
      // Calls that were refused least come first, however many are refused for long.
      .orderBy('escrow_calls.tries')
      .orderBy('escrow_calls.created_at')
      .orderBy('escrow_calls.id')
      .limit(most)
      .execute()
  )
}

async function findDisputed(
  escrow: Escrow,
  head: Head,
  calls: readonly EscrowCallRow[],
): Promise<ReadonlySet<string>> {
  const { final } = head
  if (!escrow.hasSecond || final < 0n) return new Set()
  const asked = calls.map(call => {
    const { escrow, farmer } = placeOf(call)
    return { escrow, farmers: call.farmer === null ? [] : [farmer] }
  })
  const states = await escrow.readStates(asked, final)
  return new Set(calls.filter((_, index) => states[index]?.agreed === false).map(({ id }) => id))
}
