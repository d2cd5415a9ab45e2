import { expect, test } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import { openToFrozen } from './frozen-writes.ts'

/** Routes that begin something. A new writing route is refused too, and must be named here or among the open ones. */
const refused = [
  'POST /quests',
  'POST /quests/invite',
  'POST /quests/import',
  'POST /quests/import/label',
  'POST /quests/comments',
  'PATCH /quests/comments',
  'POST /mail',
  'POST /community-dao',
  'POST /files',
  'PUT /profile/',
  'POST /reports',
  'POST /moderation',
  'POST /moderation/dismissals',
  'POST /moderation/moderators',
  'DELETE /moderation/moderators',
  'POST /notifications/channels',
  'POST /setup/github',
  'POST /setup/github/app',
  'DELETE /setup/github/app',
  'POST /quests/follows',
  'POST /quests/plan',
  'POST /thanks',
  'POST /credentials',
  'PUT /quests/entries',
  'PUT /quests/follows',
  'PUT /quests/trust',
  'POST /notifications/channels/test',
]

type Operation = { readonly security?: readonly unknown[] }

test('every route that writes says whether a frozen wallet may use it, and is refused to it where it says nothing', async () => {
  const { platform, send, signIn, user } = await startHarness()
  const { paths } = (await send('GET', '/openapi.json')).body
  const writing = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security = [] }]) =>
      method === 'get' || security.length === 0
        ? []
        : [`${method.toUpperCase()} ${path.replace('/api', '')}`],
    ),
  )
  expect(writing.toSorted()).toEqual([...refused, ...Object.keys(openToFrozen)].toSorted())

  const [frozen, moderator] = [user(), user(platform)]
  const about = { kind: 'wallet', id: frozen.address, reason: 'It sells hay.' } as const
  await moderator.furrow.moderation.act({ action: 'freeze', ...about })
  const ask = async (name: string) => {
    const [method = '', path = ''] = name.split(' ')
    // The request may end its own session.
    const { token } = await signIn(frozen)
    const { status, body } = await send(method, path.replace('{name}', 'file-1'), { token, body: {} })
    return status === 403 && JSON.stringify(body).includes('It sells hay.')
  }
  for (const name of refused) expect(await ask(name), name).toBe(true)
  for (const name of Object.keys(openToFrozen)) expect(await ask(name), name).toBe(false)
})
