import { type QuestQuery, type QuestSort, type QuestStatus, questStatuses } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import {
  admissionLabels,
  backingLabels,
  deadlineLabels,
  payerLabels,
} from '../../notifications/filter-labels.ts'

/** Filters by the terms and the payer, beside the common properties. */
const terms = ['rewardFrom', 'rewardBelow', 'deadline', 'admission', 'payer', 'backing'] as const
const filters = ['q', 'category', 'skill', 'token', ...terms] as const

export type BoardSearch = Partial<
  Record<(typeof filters)[number] | 'status' | 'sort' | 'as', string | undefined>
>

/** The views of the board, as the address names them in `status`; without it, the open quests. */
export const views = [
  { value: 'open', label: t({ message: 'Open', context: 'view of the quests' }) },
  { value: 'mine', label: t`Mine` },
  { value: 'bookmarked', label: t`Bookmarked` },
  { value: 'in-review', label: t`In review` },
  { value: 'completed', label: t`Done` },
  { value: 'all', label: t`All` },
] as const
export type View = (typeof views)[number]['value']

/** Other orders than the service's own, newest first. */
export const sortLabels: Readonly<Record<Exclude<QuestSort, 'newest'>, string>> = {
  oldest: t`Oldest`,
  reward: t`Highest reward`,
  deadline: t`Deadline`,
  relevance: t`Best match`,
}

/** The service's query for a page's address; null for an unknown status, or where nobody is signed in whose quests are meant. */
export function queryOf(search: BoardSearch, reader: string | null): Omit<QuestQuery, 'id'> | null {
  const { status = 'open', sort } = search
  const given = Object.fromEntries(
    filters.flatMap(name => (isGiven(name, search) ? [[name, search[name]]] : [])),
  )
  const sorted = isSort(sort) && !lacksToken(search) ? { ...given, sort } : given
  if (status === 'all') return sorted
  if (status === 'mine')
    return reader === null ? null : { ...sorted, [search.as === 'farmer' ? 'farmer' : 'giver']: reader }
  // They are few, and a list of their own.
  if (status === 'bookmarked') return reader === null ? null : {}
  return isStatus(status) ? { ...sorted, status } : null
}

/** A range of rewards goes with its token. */
export function changed(former: BoardSearch, next: BoardSearch): BoardSearch {
  const noRange = 'token' in next && !next.token && { rewardFrom: undefined, rewardBelow: undefined }
  return { ...former, ...next, ...noRange }
}

/** The conditions of a query, without its view and its order. */
export function filterOf({ status: _, sort: __, ...filter }: Omit<QuestQuery, 'id'>): Omit<QuestQuery, 'id'> {
  return filter
}

/** Rewards are compared within one token: without a token, the newest come first. */
export function lacksToken({ sort, token }: BoardSearch): boolean {
  return sort === 'reward' && !token
}

/** Whether the search asks for fewer quests than the view has. */
export function isFiltered(search: BoardSearch): boolean {
  return filters.some(name => isGiven(name, search))
}

/** The chosen ones of the filters that are not always shown. */
export function chosenTerms(search: BoardSearch): readonly (typeof terms)[number][] {
  return terms.filter(name => isGiven(name, search))
}

/** The service refuses values that it does not know, and an amount without its token. */
function isGiven(name: (typeof filters)[number], { [name]: value, token }: BoardSearch): boolean {
  if (!value) return false
  if (name === 'rewardFrom' || name === 'rewardBelow') return Boolean(token) && isAmount.test(value)
  return !(name in known) || Object.hasOwn(known[name as keyof typeof known], value)
}

const isAmount = /^\d{1,15}(?:\.\d{1,18})?$/
const known = {
  payer: payerLabels,
  backing: backingLabels,
  deadline: deadlineLabels,
  admission: admissionLabels,
} as const

function isStatus(status: string): status is QuestStatus {
  return (questStatuses as readonly string[]).includes(status)
}

function isSort(name: string | undefined): name is keyof typeof sortLabels {
  return name !== undefined && Object.hasOwn(sortLabels, name)
}
