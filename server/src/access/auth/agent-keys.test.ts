import { createFurrow } from '@furrow/sdk'
import { describe, expect, test } from 'vitest'
import { reviewWindow, sampleQuest, startHarness, type User } from '../../../test/harness.ts'

const scopes = ['read', 'take', 'give'] as const

async function makeKey({ furrow, account }: User, agent: boolean) {
  const signMessage = ({ message }: { message: string }) => account.signMessage({ message })
  return furrow.keys.make({ account, signMessage }, { name: 'bot', scopes, days: 7, agent })
}

describe('an API key', () => {
  test('of an agent marks all that it does in quests, and nothing that its owner or time does', async () => {
    const { baseUrl, clock, runDue, user, visitor } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const as = async (who: User, agent: boolean) =>
      createFurrow({ baseUrl, token: (await makeKey(who, agent)).key, retry: { attempts: 1 } })
    const [agent, program] = [await as(giver, true), await as(farmer, false)]
    const posted = await agent.quests.post(sampleQuest)
    clock.advance(1_000)
    const quest = await agent.quests.edit(posted.id, { maxFarmers: 2 }, posted.updatedAt)
    await program.quests.accept(quest)
    await (await as(farmer, true)).quests.submit(quest.id, { note: 'done' })
    await agent.quests.return(quest.id, farmer.address, 'The hinge squeaks.')
    await farmer.furrow.quests.submit(quest.id, { note: 'quiet' })
    clock.advance(reviewWindow)
    await runDue()
    const { items } = await visitor.quests.events(quest.id)
    expect(items.map(({ kind, via }) => [kind, via])).toEqual([
      ['posted', 'agent'],
      ['edited', 'agent'],
      ['accepted', undefined],
      ['submitted', 'agent'],
      ['returned', 'agent'],
      ['submitted', undefined],
      ['released', undefined],
    ])
  })

  test('says whether it is an agent’s: in the list, of itself, and in what its wallet signed', async () => {
    const { baseUrl, send, user } = await startHarness()
    const owner = user()
    const { key, ...made } = await makeKey(owner, true)
    expect(made).toMatchObject({ agent: true })
    await makeKey(owner, false)
    expect((await owner.furrow.keys.list()).map(({ agent }) => agent).sort()).toEqual([false, true])
    const me = await createFurrow({ baseUrl, token: key }).getMe()
    expect(me).toEqual({ address: owner.account.address, scopes: ['read', 'take', 'give'], agent: true })
    expect(await owner.furrow.getMe()).toEqual({
      address: owner.account.address,
      scopes: null,
      agent: false,
    })
    expect((await send('GET', '/auth/me')).status).toBe(401)

    const forge =
      (line: string) =>
      ({ message }: { message: string }) =>
        owner.account.signMessage({ message: message.replace('urn:furrow:agent:true', line) })
    for (const line of [
      'urn:furrow:agent:false',
      'urn:furrow:agent:',
      'urn:furrow:agent:true\n- urn:furrow:agent:true',
    ]) {
      const signer = { account: owner.account, signMessage: forge(line) }
      const terms = { name: 'bot', scopes, days: 7, agent: true }
      await expect(owner.furrow.keys.make(signer, terms)).rejects.toMatchObject({ status: 401 })
    }
  })
})
