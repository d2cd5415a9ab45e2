import type { Message } from '@furrow/sdk'
import { expect, test } from 'vitest'
import { groupsOf, hasWords } from './groups.ts'

const [gate, barn] = ['quest-1700000000000-aa', 'quest-1700000000001-bb']
const letter = (id: string, subject: string, rest: Partial<Message> = {}) =>
  ({ id, subject, body: '', official: false, from: '0xAda', to: '0xBen', questId: null, ...rest }) as Message
const notice = (id: string, what: string, quest: string) =>
  letter(id, `${what}: Mend the gate: now`, { official: true, questId: quest })

test('notices of a quest are together where its newest is, with its title, and no letter that only names it', () => {
  const groups = groupsOf([
    notice('5', 'Released', gate),
    letter('4', 'Soup?'),
    notice('3', 'Accepted', barn),
    letter('2', 'The hinge', { body: `About ${gate}, you know.` }),
    notice('1', 'Accepted', gate),
  ])
  expect(groups.map(({ title, letters }) => `${title}: ${letters.map(({ id }) => id).join()}`)).toEqual([
    'Mend the gate: now: 5,1',
    'Soup?: 4',
    'Mend the gate: now: 3',
    'The hinge: 2',
  ])
})

test('an old notice belongs to the quest that its text names', () => {
  const old = letter('1', 'Accepted: Mend the gate', { official: true, body: `See ${gate}.` })
  expect(groupsOf([notice('2', 'Released', gate), old]).map(({ letters }) => letters.length)).toEqual([2])
})

test('words are found in any case and any order, and all of them have to be there', () => {
  const soup = letter('1', 'Soup?', { body: 'On SUNDAY.' })
  expect(hasWords(soup, ['sunday', 'soup'])).toBe(true)
  expect(hasWords(soup, ['soup', 'monday'])).toBe(false)
})
