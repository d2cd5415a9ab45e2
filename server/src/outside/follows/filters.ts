import { QuestFeedQuery } from '@furrow/sdk/contract'
import { toAddress } from '../../ground/address.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { findStatus } from '../../quests/board/filters.ts'
import { rangesOf } from '../../quests/board/search-words.ts'
import { requireToken } from '../../quests/board/term-filters.ts'

export type Filter = Omit<QuestFeedQuery, 'status'>

const { status: _, ...conditions } = QuestFeedQuery.properties
const names = Object.keys(conditions) as (keyof Filter)[]

/** The filter as it is kept. @throws BadRequestError for quests that are not open, of which nobody is told. */
export function readFilter(given: QuestFeedQuery): Filter {
  if (given.status !== undefined && findStatus(given.status) !== 'open')
    throw new BadRequestError('You are told of open quests alone: leave status out, or make it open.', {
      code: 'follow-not-open',
    })
  requireToken(given)
  const kept = names.flatMap(name => {
    const value = given[name]
    if (value === undefined || value === '') return []
    return [[name, name === 'giver' || name === 'farmer' ? toAddress(value) : value]]
  })
  return Object.fromEntries(kept)
}

/** Letters by which a search finds its quests, the same for the beginning of a word as for the word. */
const mostLetters = 3

/** The condition that fewest quests fulfil, as far as its kind tells; without any, it is compared with every quest. */
export function keyOf({ giver, skill, q = '', category, token }: Filter): string {
  const [word] = rangesOf(q)
  if (giver !== undefined) return `giver:${giver}`
  if (skill !== undefined) return `skill:${skill.toLowerCase()}`
  if (word !== undefined) return `word:${beginningOf(word.from)}`
  if (category !== undefined) return `category:${category}`
  return token === undefined ? 'any' : `token:${token}`
}

type Known = {
  readonly giver: string
  readonly skills: readonly string[]
  readonly words: readonly string[]
  readonly category: string
  readonly token: string
}

export function keysFor({ giver, skills, words, category, token }: Known): string[] {
  const beginnings = words.flatMap(word =>
    Array.from({ length: mostLetters }, (_, index) => `word:${beginningOf(word, index + 1)}`),
  )
  const keys = new Set([
    'any',
    `giver:${giver}`,
    `category:${category}`,
    `token:${token}`,
    ...skills.map(skill => `skill:${skill.toLowerCase()}`),
    ...beginnings,
  ])
  return [...keys].sort()
}

function beginningOf(word: string, letters = mostLetters): string {
  return [...word].slice(0, letters).join('')
}
