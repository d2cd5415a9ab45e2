import { expect, test } from 'vitest'
import { blob, createFilesFolder, png } from '../../../test/files.ts'
import { sampleQuest, startHarness } from '../../../test/harness.ts'

type Operation = {
  readonly security?: readonly unknown[]
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
}

test('every answer that depends on who asks is kept by nobody; every other one is the same for all', async () => {
  const { baseUrl, platform, send, user } = await startHarness({ env: await createFilesFolder() })
  const [giver, moderator] = [user(), user(platform)]
  await giver.furrow.profile.change({ farmerProfile: { bio: 'CANARY' } })
  const quest = await giver.furrow.quests.post(sampleQuest)
  await giver.furrow.quests.comment({ questId: quest.id, body: 'CANARY' })
  const file = await giver.furrow.files.upload(blob(png))
  for (const [kind, id] of [
    ['quest', quest.id],
    ['profile', giver.address],
    ['file', file.id],
  ] as const)
    await moderator.furrow.moderation.act({ action: 'hide', kind, id, reason: 'To see who sees it.' })
  const values: Readonly<Record<string, string>> = { id: quest.id, address: giver.address, name: file.id }

  const { paths } = (await send('GET', '/openapi.json')).body
  const differing: string[] = []
  for (const [path, { get }] of Object.entries<{ readonly get?: Operation }>(paths)) {
    // An endless stream, which sets its own header.
    if (get === undefined || path === '/api/events') continue
    const given = (get.parameters ?? []).flatMap(({ name, in: place }) =>
      place === 'query' && values[name] !== undefined ? [`${name}=${values[name]}`] : [],
    )
    const at = path.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? name)
    const url = `${new URL(at, baseUrl)}?${given.join('&')}`
    const ask = async (token?: string) => {
      const answer = await fetch(
        url,
        token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
      )
      const kept = !answer.headers.get('cache-control')?.includes('no-store')
      return { says: `${answer.status} ${await answer.text()}`, kept }
    }
    const [own, visitors] = [await ask(giver.token), await ask()]
    if (own.says === visitors.says) continue
    differing.push(path.replace('/api', ''))
    expect(own.kept, path).toBe(false)
    // The next person at the same machine must not be shown a visitor's answer after signing in.
    if (visitors.says.startsWith('2')) expect(visitors.kept, path).toBe(false)
  }
  expect(differing).toEqual(
    expect.arrayContaining([
      '/quests',
      '/quests/events',
      '/quests/revisions',
      '/quests/comments',
      '/quests/applications',
      '/quests/eligibility',
      '/profile/',
      '/files/{name}',
      '/community-dao/delegations',
      '/community-dao/votes/own',
      '/account',
    ]),
  )
})
