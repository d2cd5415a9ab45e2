import { exchangeWebFlowCode } from '@octokit/oauth-methods'
import { request } from '@octokit/request'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { people, startGithub } from '../../../test/github.ts'
import { startHarness } from '../../../test/harness.ts'

async function start() {
  const github = await startGithub()
  return { github, ...(await startHarness({ env: github.env })) }
}

describe('linking a code-host account', () => {
  test('a code becomes a name and a token, once, and neither is kept', async () => {
    const { github, send, user, logged, context } = await start()
    const { token, furrow } = user()
    const code = await github.authorize('alice')
    const answer = await send('POST', '/codehost/token', { token, body: { code } })
    expect(answer).toMatchObject({ status: 200, body: { username: 'alice', token: expect.any(String) } })
    expect(Object.keys(answer.body)).toEqual(['username', 'token'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await furrow.profile.get()).toMatchObject({ codehostUsername: 'alice', codehostVerified: true })
    const again = await send('POST', '/codehost/token', { body: { code } })
    expect(again.status).toBe(400)
    expect(again.body.error).not.toContain('CANARY')
    const client = { clientType: 'oauth-app', clientId: 'cid', clientSecret: 'CANARY-secret' } as const
    const official = request.defaults({ baseUrl: github.env.CODEHOST_URL as string })
    await expect(exchangeWebFlowCode({ ...client, code, request: official }), 'a used code').rejects.toThrow()
    const { rows } = await sql`select * from profiles`.execute(context.db)
    for (const secret of [code, answer.body.token, 'CANARY'])
      expect(logged() + JSON.stringify(rows)).not.toContain(secret)
    // A session that is over is as none: the code is what is refused.
    expect((await send('POST', '/codehost/token', { token: 'x.y.z', body: { code } })).status).toBe(400)
  })

  test('is open to a frozen wallet, whose payment may need it', async () => {
    const { github, platform, send, signIn, user } = await start()
    const frozen = user()
    const about = { kind: 'wallet', id: frozen.address, reason: 'It sells hay.' } as const
    await user(platform).furrow.moderation.act({ action: 'freeze', ...about })
    const { token, furrow } = await signIn(frozen)
    await expect(furrow.profile.change({ farmerProfile: { bio: 'Hay!' } })).rejects.toMatchObject({
      status: 403,
    })
    const code = await github.authorize('alice')
    expect((await send('POST', '/codehost/token', { token, body: { code } })).status).toBe(200)
    expect(await furrow.profile.get()).toMatchObject({ codehostUsername: 'alice', codehostVerified: true })
  })

  test('a proof takes a claimed name; a claim takes nothing', async () => {
    const { user } = await start()
    const [squatter, alice, late] = [user(), user(), user()]
    await squatter.furrow.profile.change({ codehostUsername: 'Alice' })
    const proven = await alice.furrow.profile.change({ codehostToken: people.alice })
    expect(proven).toMatchObject({ codehostUsername: 'alice', codehostVerified: true })
    expect(await squatter.furrow.profile.get()).toMatchObject({
      codehostUsername: null,
      codehostVerified: false,
    })
    await expect(late.furrow.profile.change({ codehostUsername: 'ALICE' })).rejects.toMatchObject({
      status: 400,
    })
    await expect(late.furrow.profile.change({ codehostToken: people.alice })).rejects.toMatchObject({
      status: 400,
    })
    expect(await alice.furrow.profile.change({ codehostUsername: 'ALICE' })).toMatchObject({
      codehostVerified: true,
    })
    expect(await alice.furrow.profile.change({ codehostUsername: null })).toMatchObject({
      codehostUsername: null,
      codehostVerified: false,
    })
    await late.furrow.profile.change({ codehostToken: people.alice, codehostUsername: 'Alice' })
  })

  test('a token that is refused, or of another name, links nothing', async () => {
    const { user, github } = await start()
    const { furrow } = user()
    const refused = (codehostToken: string, codehostUsername?: string) =>
      expect(furrow.profile.change({ codehostToken, ...(codehostUsername && { codehostUsername }) })).rejects
    await refused('nonsense').toMatchObject({ status: 400 })
    await refused(people.alice, 'bob').toMatchObject({ status: 400 })
    github.mode = 'down'
    await refused(people.alice).toMatchObject({ status: 503 })
  })
})
