import { toUnits } from '@furrow/sdk/amount'
import type { NewQuest } from '@furrow/sdk/contract'
import { mostEntries, mostEntriesOnChain } from '@furrow/sdk/contract'
import { hasThird } from '@furrow/sdk/escrow-version'
import type { EscrowRow } from '@furrow/storage/escrow-tables.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { requirePayable } from '../../rules/ledger/amounts.ts'
import { type Contest, contestDueAt, sumOf } from '../../rules/lifecycle/contest.ts'
import type { Terms } from '../../rules/lifecycle/terms.ts'

type ContestTerms = Pick<QuestRow, 'contest' | 'contest_due' | 'deadline'>

const fields = ['prizes', 'entriesUntil', 'decideUntil', 'maxEntries', 'sealed', 'rankBy'] as const

/**
 * The columns of a quest that is a contest; null for one with places. Its deadline is the end of its entries, so that every
 * list and client knows when joining ends.
 * @throws BadRequestError where the terms of the contest do not fit each other, or the quest.
 */
export function readContest(draft: NewQuest, terms: Terms, rail: string, now: number): ContestTerms | null {
  if (draft.mode !== 'contest') {
    const given = fields.find(field => draft[field] !== undefined)
    if (given !== undefined) throw invalid(`${given} is for a contest: set mode to contest, or leave it out.`)
    return null
  }
  const most = rail === 'ledger' ? mostEntries : mostEntriesOnChain
  const { prizes, maxEntries = most, sealed = false, rankBy = 'giver' } = draft
  if (prizes === undefined) throw invalid('A contest needs prizes.')
  const entriesUntil = readTime('entriesUntil', draft.entriesUntil)
  const decideUntil = readTime('decideUntil', draft.decideUntil)
  if (maxEntries > most) throw invalid(`maxEntries of a contest on chain is ${most} at most.`)
  requireFits(draft, terms, { prizes, entriesUntil, decideUntil, now })
  const contest: Contest = {
    prizes,
    entriesUntil,
    decideUntil,
    maxEntries,
    sealed,
    rankBy,
    entries: 0,
    ranking: null,
    counted: null,
    disputeEndsAt: null,
    payout: null,
    decided: null,
  }
  const { entries: _, ...kept } = contest
  return { contest: JSON.stringify(kept), contest_due: contestDueAt(contest), deadline: entriesUntil }
}

type Given = {
  readonly prizes: readonly string[]
  readonly entriesUntil: number
  readonly decideUntil: number
  readonly now: number
}

function requireFits(
  draft: NewQuest,
  { admission, amount, conditions, places, token }: Terms,
  { prizes, entriesUntil, decideUntil, now }: Given,
): void {
  for (const prize of prizes) {
    requirePayable(prize, token)
    if (/^[0.]*$/.test(prize)) throw invalid('A prize must be more than nothing.')
  }
  const sum = sumOf({ prizes, token })
  if (sum !== amount) throw invalid(`rewardAmount must be the sum of the prizes, which is ${sum} ${token}.`)
  if (places !== 1)
    throw invalid('maxFarmers of a contest must be 1: its winners have their places once it is decided.')
  if (admission !== 'open') throw invalid('A contest is open to everybody who meets its requirements.')
  const limits = conditions === null ? {} : (JSON.parse(conditions) as object)
  if ('newcomers' in limits || 'maxHeldHere' in limits)
    throw invalid(
      'requires.newcomers and requires.maxHeldHere are about places, which a contest has none of.',
    )
  if (entriesUntil <= now) throw invalid('entriesUntil must be in the future.')
  if (decideUntil <= entriesUntil) throw invalid('decideUntil must be after entriesUntil.')
  if (draft.deadline !== undefined && Date.parse(draft.deadline) !== entriesUntil)
    throw invalid('deadline of a contest is entriesUntil: leave it out.')
}

function readTime(name: string, text: string | undefined): number {
  if (text === undefined) throw invalid(`A contest needs ${name}.`)
  return Date.parse(text)
}

function invalid(sentence: string): BadRequestError {
  return new BadRequestError(sentence, { code: 'contest-invalid' })
}

/** Members have to be there who could rank the entries: not the giver, and not the one who judges disputes. @throws BadRequestError */
export async function requireVoters(
  { config, db }: Pick<Context, 'config' | 'db'>,
  giver: Address,
  { rankBy }: NewQuest,
): Promise<void> {
  if (rankBy !== 'votes') return
  const others = [giver, config.platformWallet].filter(address => address !== null)
  const member = await db
    .selectFrom('dao_members')
    .select('address')
    .where('address', 'not in', others)
    .limit(1)
    .executeTakeFirst()
  if (member === undefined)
    throw new BadRequestError(
      'The community has no members who could rank the entries: rank them yourself (rankBy giver).',
      { code: 'no-voters' },
    )
}

/**
 * The splitter that divides what the contract pays for the prizes, since that pays the same for each place.
 * @throws BadRequestError where the chain has none, the contract is of an earlier version, or a prize is finer than the token.
 */
export function requireDivisible(
  { escrows }: Pick<Context, 'escrows'>,
  { contract, decimals, version }: Pick<EscrowRow, 'contract' | 'decimals' | 'version'>,
  { prizes = [], rewardToken }: NewQuest,
): Address {
  const escrow = escrows.byId(contract)
  if (!escrow?.splitter || !hasThird(version))
    throw new BadRequestError(
      `This service cannot pay the prizes of a contest on chain ${contract.split(':')[0]}: ${
        hasThird(version)
          ? 'it has no splitter there (the setting ESCROW_SPLITTERS)'
          : 'its escrow contract there is of an earlier version'
      }. Post a quest with a place for each prize instead.`,
      { code: 'contest-on-chain' },
    )
  if (prizes.some(prize => toUnits(prize, decimals) === null))
    throw new BadRequestError(`prizes must have at most ${decimals} decimals, as ${rewardToken} has.`, {
      code: 'amount-not-exact',
    })
  return escrow.splitter
}

/** @throws BadRequestError for a contest in a plan, whose parts are taken one after the other. */
export function requireNoContestIn(draft: NewQuest): void {
  if (draft.mode === 'contest') throw invalid('A contest is no part of a plan: post it by itself.')
}
