import list from 'big-list-of-naughty-strings/blns.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'

/** Missing from the list: characters that are invisible or none, and letters that change their length. */
const unseen = [
  ...['Cc', 'Cf', 'Z', 'Noncharacter_Code_Point'].map(charactersOf),
  `a${charactersOf('Mn')}`.slice(0, 4_000),
  '\0',
  '\ud800',
  'a\udfffb',
  'ȺȾßŉǰΐİﬃ',
  '👨‍👩‍👧‍👦 👩🏿‍🦱 🏳0🌈️ 🇺🇸🇷🇺🇸🇦',
  '%',
  '_',
  '\\',
  'then',
  '__proto__',
]
const strings = [...list, ...unseen]

/** All characters of Unicode with this property, but NUL, which no text may have. */
function charactersOf(property: string): string {
  const pattern = new RegExp(`^\\p{${property}}$`, 'u')
  let found = ''
  for (let point = 1; point <= 0x10ffff; point++) {
    const character = String.fromCodePoint(point)
    if (pattern.test(character)) found += character
  }
  return found
}

const carriable = (text: string) => !text.includes('\0') && text.isWellFormed()
const long = list.join('\n').slice(0, 5_000).replaceAll('\0', '').toWellFormed()

describe('the Big List of Naughty Strings, and what it does not have', () => {
  test('is there', () => {
    expect(list.length).toBeGreaterThan(400)
    expect(strings.filter(text => !carriable(text)).length).toBeGreaterThan(2)
    expect(strings.join('')).toContain('\u202e')
  })

  test('comes back byte for byte as the description of a quest', async () => {
    const { send, user } = await startHarness()
    const { token } = user()
    for (const text of [...strings, long].filter(text => text !== '')) {
      const answer = await send('POST', '/quests', { token, body: { ...sampleQuest, description: text } })
      expect(answer.status, text).toBe(carriable(text) ? 201 : 400)
      if (answer.status !== 201) continue
      const [quest] = (await send('GET', `/quests?id=${answer.body.id}`)).body
      expect(quest.description).toBe(text)
    }
  })

  test('comes back byte for byte as the subject and the body of a mail', async () => {
    const { send, user } = await startHarness()
    const [from, to] = [user(), user()]
    const sent = new Map<string, string>()
    for (const text of [...strings, long]) {
      const body = { to: to.address, subject: text.length <= 256 ? text : '', body: text }
      const answer = await send('POST', '/mail', { token: from.token, body })
      expect(answer.status, text).toBe(carriable(text) ? 201 : 400)
      if (answer.status === 201) sent.set(answer.body.id, text)
    }
    const received = (await send('GET', '/mail', { token: to.token })).body
    expect(received).toHaveLength(sent.size)
    for (const { id, subject, body } of received) {
      expect(body).toBe(sent.get(id))
      expect(subject).toBe(body.length <= 256 ? body : '')
    }
  })

  test('comes back byte for byte as a comment of a quest', async () => {
    const { send, user } = await startHarness({ env: { QUOTA_COMMENTS_A_DAY: '0' } })
    const { token, furrow } = user()
    const { id: questId } = await furrow.quests.post(sampleQuest)
    const sent: string[] = []
    for (const text of [...strings, long].filter(text => text !== '')) {
      const answer = await send('POST', '/quests/comments', { token, body: { questId, body: text } })
      expect(answer.status, text).toBe(carriable(text) ? 201 : 400)
      if (answer.status === 201) sent.push(text)
    }
    const read: string[] = []
    for (let path = `/quests/comments?id=${questId}&limit=100`; ; ) {
      const { body, headers } = await send('GET', path)
      read.push(...body.comments.map((comment: { body: string }) => comment.body))
      const [, next] = /&cursor=(\d+)/.exec(headers.get('link') ?? '') ?? []
      if (next === undefined) break
      path = `/quests/comments?id=${questId}&limit=100&cursor=${next}`
    }
    expect(read).toEqual(sent)
  })

  test('comes back byte for byte as the text of a profile', async () => {
    const { send, user } = await startHarness()
    const { token, address } = user()
    for (const text of [...strings, long]) {
      const body = { farmerProfile: { bio: text }, giverProfile: { bio: text } }
      const answer = await send('PUT', '/profile/', { token, body })
      expect(answer.status, text).toBe(carriable(text) ? 200 : 400)
      if (answer.status !== 200) continue
      const { farmerProfile, giverProfile } = (await send('GET', `/profile/?address=${address}`)).body
      expect([farmerProfile.bio, giverProfile.bio]).toEqual([text, text])
    }
  })

  test('finds something or nothing as a search, a skill or a name, and never fails', async () => {
    const { send } = await startHarness()
    for (const text of strings) {
      // As a URL can have it: of bounded length, and without half characters, which have no encoding.
      const value = encodeURIComponent(text.slice(0, 500).toWellFormed())
      for (const path of [`/quests?q=${value}`, `/quests?skill=${value}`, `/resolve?name=${value}`])
        expect([200, 400, 404], path).toContain((await send('GET', path)).status)
    }
  })
})
