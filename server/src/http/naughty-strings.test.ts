import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../test/harness.ts'

const file = join(import.meta.dirname, '../../../../shared/vectors/blns/blns.json')
const absent = !existsSync(file)
const why = absent ? `: skipped, the Big List of Naughty Strings is not at ${file}` : ''
const strings = absent ? [] : (JSON.parse(readFileSync(file, 'utf8')) as string[])

const carriable = (text: string) => !text.includes('\0') && text.isWellFormed()
const long = strings.join('\n').slice(0, 5_000).replaceAll('\0', '').toWellFormed()

describe(`the Big List of Naughty Strings${why}`, () => {
  test.skipIf(absent)('is there', () => {
    expect(strings.length).toBeGreaterThan(400)
  })

  test.skipIf(absent)('comes back byte for byte as the description of a quest', async () => {
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

  test.skipIf(absent)('comes back byte for byte as the subject and the body of a mail', async () => {
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

  test.skipIf(absent)('comes back byte for byte as the text of a profile', async () => {
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

  test.skipIf(absent)(
    'finds something or nothing as a search, a skill or a name, and never fails',
    async () => {
      const { send } = await startHarness()
      for (const text of strings) {
        const value = encodeURIComponent(text)
        for (const path of [`/quests?q=${value}`, `/quests?skill=${value}`, `/resolve?name=${value}`])
          expect([200, 400, 404], path).toContain((await send('GET', path)).status)
      }
    },
  )
})
