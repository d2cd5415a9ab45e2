import {
  amountOf,
  mostEntries,
  mostEntriesOnChain,
  mostPrizes,
  type NewQuest,
  type PublicConfig,
  type TypedQuest,
} from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { sumOf } from '../paying/units.ts'
import { exactDigits, exactProblem } from '../typed-amount.ts'
import { dayOf, empty, fromDraft, keptOf, problemsOf, type Typed, toQuest } from './quest-draft.ts'

/** `key` tells prizes apart while they are added and removed. */
export type TypedPrize = { readonly key: number; readonly amount: string }

/** A contest as it is typed; its times are those of the giver's clock, without a zone. */
export type TypedContest = Pick<Typed, 'title' | 'description' | 'category' | 'skills' | 'token'> & {
  readonly prizes: readonly TypedPrize[]
  readonly entriesUntil: string
  readonly decideUntil: string
  readonly maxEntries: string
  readonly sealed: boolean
  /** Members of the community rank, and not the giver. */
  readonly byVotes: boolean
}

export type ContestProblems = Partial<
  Record<Exclude<keyof TypedContest, 'prizes' | 'sealed' | 'byVotes'> | 'sum', string>
> & {
  /** In the places of the prizes. */
  readonly prizes: readonly (string | undefined)[]
}

/** A form with one prize. */
export function emptyContest(token: string): TypedContest {
  const { title, description, category, skills } = empty
  const texts = { title, description, category, skills, token }
  const times = { entriesUntil: '', decideUntil: '' }
  return {
    ...texts,
    prizes: [{ key: 0, amount: '' }],
    ...times,
    maxEntries: '',
    sealed: false,
    byVotes: false,
  }
}

export function addPrize(contest: TypedContest): TypedContest {
  const { prizes } = contest
  if (prizes.length >= mostPrizes) return contest
  const key = Math.max(...prizes.map(prize => prize.key)) + 1
  return { ...contest, prizes: [...prizes, { key, amount: '' }] }
}

export function removePrize(contest: TypedContest, key: number): TypedContest {
  if (contest.prizes.length <= 1) return contest
  return { ...contest, prizes: contest.prizes.filter(prize => prize.key !== key) }
}

/** All prizes together, exactly; those that are not typed yet add nothing. */
export function sumOfPrizes({ prizes }: Pick<TypedContest, 'prizes'>): string {
  const amounts = prizes.map(({ amount }) => ({ amount: amount.trim() }))
  return sumOf(amounts.filter(({ amount }) => exactDigits.test(amount)))
}

export function mostEntriesOf({ chain }: Pick<PublicConfig, 'chain'>): number {
  return chain === null ? mostEntries : mostEntriesOnChain
}

/** How many entries it takes at most; as many as the interface allows where nothing is typed. */
export function entriesOf({ maxEntries }: Pick<TypedContest, 'maxEntries'>, most = mostEntries): number {
  return maxEntries.trim() === '' ? most : Number(maxEntries)
}

/** The chain on which the prizes can be divided: the first one that takes the token, or any; undefined in the ledger. */
export function chainOfContest(
  { chain, chains = [] }: Pick<PublicConfig, 'chain' | 'chains'>,
  token: string,
): number | undefined | null {
  if (chain === null) return undefined
  const own = chains.filter(({ active, splitter }) => active && splitter !== undefined)
  const symbol = token.toUpperCase()
  const taken = own.find(({ tokens }) => tokens.some(one => one.symbol === symbol)) ?? own[0]
  return taken?.chainId ?? null
}

/** The moment that is typed, by the giver's clock; null until it is one. */
export function momentOf(typed: string): string | null {
  const at = new Date(typed)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** The same text as the form of a quest with one place for the amount would have it. */
function typedOf({ title, description, category, skills, token }: TypedContest, amount: string): Typed {
  return { ...empty, title, description, category, skills, token, amount }
}

/** The quest that would be posted. */
export function contestOf(contest: TypedContest): NewQuest {
  const { byVotes, prizes, maxEntries, sealed } = contest
  return {
    ...toQuest(typedOf(contest, sumOfPrizes(contest))),
    mode: 'contest',
    prizes: prizes.map(({ amount }) => amount.trim()),
    entriesUntil: momentOf(contest.entriesUntil) ?? '',
    decideUntil: momentOf(contest.decideUntil) ?? '',
    ...(maxEntries.trim() !== '' && { maxEntries: entriesOf(contest) }),
    ...(sealed && { sealed }),
    ...(byVotes && { rankBy: 'votes' }),
  }
}

/** The fields typed so far, as the service keeps them. */
export function draftOfContest(contest: TypedContest): TypedQuest {
  const { byVotes, decideUntil, entriesUntil, maxEntries, prizes, sealed, token } = contest
  const { title, description, category, skills } = toQuest(typedOf(contest, ''))
  return keptOf({
    ...{ title, description, category, skills, rewardToken: token.trim(), mode: 'contest' },
    prizes: prizes.map(({ amount }) => amount.trim().slice(0, 40)),
    ...(entriesUntil !== '' && { entriesUntil: momentOf(entriesUntil) ?? entriesUntil }),
    ...(decideUntil !== '' && { decideUntil: momentOf(decideUntil) ?? decideUntil }),
    ...(maxEntries.trim() !== '' && { maxEntries: entriesOf(contest) }),
    ...{ sealed, rankBy: byVotes ? 'votes' : 'giver' },
  })
}

/** The form of a contest that was typed before. */
export function contestFromDraft(quest: TypedQuest, blank: TypedContest): TypedContest {
  const { title, description, category, skills, token } = fromDraft(quest, { ...empty, token: blank.token })
  const { decideUntil, entriesUntil, maxEntries, prizes = [], rankBy, sealed = false } = quest
  return {
    ...{ title, description, category, skills, token },
    prizes: prizes.length === 0 ? blank.prizes : prizes.map((amount, key) => ({ key, amount })),
    ...{ entriesUntil: typedMoment(entriesUntil), decideUntil: typedMoment(decideUntil) },
    ...{
      maxEntries: maxEntries === undefined ? '' : String(maxEntries),
      sealed,
      byVotes: rankBy === 'votes',
    },
  }
}

/** As a field for a moment has it, by the giver's clock; text that is no moment yet stays as typed. */
function typedMoment(at: string | undefined): string {
  const date = new Date(at ?? '')
  if (Number.isNaN(date.getTime())) return at ?? ''
  const two = (number: number) => String(number).padStart(2, '0')
  return `${dayOf(at)}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The objections at each field, in sentences; what the form of a quest objects to is objected to here in the same words. */
export function problemsOfContest(
  contest: TypedContest,
  config: Pick<PublicConfig, 'chain' | 'chains' | 'tokens'>,
): ContestProblems {
  const look = (amount: string) => {
    const typed = typedOf(contest, amount)
    return problemsOf(typed, toQuest(typed), config)
  }
  const { title, description, category, skills, token } = look('1')
  const texts = { title, description, category, skills, token }
  const prizes = contest.prizes.map(
    ({ amount }) => look(amount).amount ?? exactProblem(amount.trim(), contest.token),
  )
  const found = {
    ...texts,
    ...timeProblems(contest, mostEntriesOf(config)),
    sum: prizes.some(Boolean) ? undefined : sumProblem(contest),
  }
  return {
    ...Object.fromEntries(Object.entries(found).filter(([, sentence]) => sentence !== undefined)),
    prizes,
  }
}

export function hasProblems({ prizes, ...others }: ContestProblems): boolean {
  return Object.keys(others).length > 0 || prizes.some(sentence => sentence !== undefined)
}

/** The interface carries the sum as a number of JSON. */
function sumProblem(contest: TypedContest): string | undefined {
  const sum = sumOfPrizes(contest)
  return amountOf(Number(sum)) === sum ? undefined : t`The sum of the prizes has too many digits.`
}

function timeProblems(
  contest: TypedContest,
  most: number,
): Pick<ContestProblems, 'entriesUntil' | 'decideUntil' | 'maxEntries'> {
  const [until, decided] = [momentOf(contest.entriesUntil), momentOf(contest.decideUntil)]
  const count = entriesOf(contest, most)
  const isCount = Number.isInteger(count) && count >= 1 && count <= most
  return {
    ...((until === null || Date.parse(until) <= Date.now()) && {
      entriesUntil: t`It must be in the future.`,
    }),
    ...((decided === null || (until !== null && decided <= until)) && {
      decideUntil: t`It must be after the end of the entries.`,
    }),
    ...(!isCount && { maxEntries: t`A whole number from 1 to ${most}.` }),
  }
}
