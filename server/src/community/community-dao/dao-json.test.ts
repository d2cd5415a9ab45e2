import { expect, test } from 'vitest'
import { createWallet, startHarness } from '../../../test/harness.ts'
import { toAddress } from '../../ground/address.ts'

const draft = { title: 'A shed', description: 'For the tools.', category: 'building' }
const head = { '@context': 'https://www.daostar.org/schemas', type: 'DAO', name: 'The Barn' }
const origin = 'https://barn.example.org'

async function start() {
  const creator = createWallet()
  const env = {
    GENESIS_CREATOR: creator.account.address,
    COMMUNITY_NAME: 'The Barn',
    COMMUNITY_TEXT: 'A barn.',
    PUBLIC_URL: origin,
  }
  const harness = await startHarness({ env })
  const open = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url.replace(`${origin}/api`, harness.baseUrl), { headers })
    // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
    const body: any = answer.status === 200 ? await answer.json() : null
    return { answer, body }
  }
  return { ...harness, creator: harness.user(creator), open }
}

test('the community is described by ERC-4824, to the last document that it names', async () => {
  const { creator, user, open } = await start()
  const [farmer, member] = [user(), user()]
  const { id } = await farmer.furrow.communityDao.propose(draft)
  await creator.furrow.communityDao.change({ members: [{ address: member.account.address, title: 'Elder' }] })
  const { body: dao } = await open(`${origin}/api/community-dao/dao.json`)
  expect(dao).toEqual({
    ...head,
    description: 'A barn.',
    membersURI: `${origin}/api/community-dao/members.json`,
    proposalsURI: `${origin}/api/community-dao/proposals.json`,
    activityLogURI: `${origin}/api/community-dao/activities.json`,
    governanceURI: `${origin}/docs/decisions.md`,
  })
  const { body: members } = await open(dao.membersURI)
  expect(members).toMatchObject(head)
  expect(members.members).toContainEqual({ type: 'EthereumAddress', id: member.account.address })
  const proposal = { type: 'proposal', id: `${origin}/api/community-dao/proposals?id=${id}` }
  expect((await open(dao.proposalsURI)).body).toEqual({
    ...head,
    proposals: [
      { ...proposal, name: 'A shed', contentURI: `${origin}/community-dao/proposals/${id}`, status: 'open' },
    ],
  })
  expect((await open(proposal.id)).body).toMatchObject({ id, title: 'A shed' })
  expect((await open(dao.activityLogURI)).body).toEqual({
    ...head,
    activities: [
      {
        id: `${id}/proposed`,
        type: 'activity',
        proposal,
        member: { type: 'EthereumAddress', id: farmer.account.address },
      },
    ],
  })
})

test('pages of any origin read it, it is sent again only where it changed, and it leads on', async () => {
  const { user, open } = await start()
  const address = `${origin}/api/community-dao/proposals.json?limit=1`
  const { furrow } = user()
  const [first, second] = [await furrow.communityDao.propose(draft), await furrow.communityDao.propose(draft)]
  const { answer, body } = await open(address, { origin: 'https://elsewhere.example' })
  expect(body.proposals).toMatchObject([{ contentURI: expect.stringContaining(second.id) }])
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const [, next] = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '') ?? []
  const after = await open(`${origin}${next}`)
  expect(after.body.proposals).toMatchObject([{ contentURI: expect.stringContaining(first.id) }])

  const known = { 'if-none-match': answer.headers.get('etag') ?? '' }
  expect((await open(address, known)).answer.status).toBe(304)
  await furrow.communityDao.propose(draft)
  expect((await open(address, known)).answer.status).toBe(200)
  expect((await open(`${origin}/api/community-dao/proposals.json?limit=0`)).answer.status).toBe(400)
})

test('its contracts are named with their chains, and only where there are any', async () => {
  const { context, open } = await start()
  const { account } = createWallet()
  const place = { treasury_chain: 8453, treasury_address: toAddress(account.address) }
  await context.db.updateTable('dao').set(place).execute()
  const { body: dao } = await open(`${origin}/api/community-dao/dao.json`)
  expect((await open(dao.contractsURI)).body).toEqual({
    ...head,
    contracts: [
      {
        type: 'EthereumAddress',
        id: `eip155:8453:${account.address}`,
        name: 'Treasury',
        description: 'As the Genesis Creator named it',
      },
    ],
  })
})
