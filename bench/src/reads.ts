import type { Furrow } from '@furrow/sdk'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { compare } from './load.ts'
import { memoryOf } from './memory.ts'
import { startBare, startService } from './servers.ts'
import { rounds, seconds } from './settings.ts'
import type { OpenStore } from './store.ts'
import { createUser } from './user.ts'

const size = 50

/** Ratios to a bare node:http server that sends the same bytes, measured in turn in the same run. */
export async function measureReads(openStore: OpenStore): Promise<void> {
  await using store = await openStore()
  await using service = await startService(store.env)
  console.log(`  ready after ${Math.round(service.readyMs)} ms, ${await memoryOf(service)} at rest`)
  const baseUrl = `${service.origin}/api`
  const { furrow: user, address } = await createUser(baseUrl)
  const quest = await fill(baseUrl, user)
  const paths = {
    '/quests': '/quests',
    '/leaderboard': '/leaderboard',
    '/community-dao': '/community-dao',
    '/quests?id=': `/quests?id=${quest}`,
    '/profile/': `/profile/?address=${address}`,
    '/reputation': `/reputation?address=${address}`,
    '/mail': `/mail?limit=${size}`,
  }

  for (const [path, asked] of Object.entries(paths)) {
    const url = baseUrl + asked
    // Boards are read by visitors; both servers get the same request.
    const token = path === '/mail' ? (user.token ?? undefined) : undefined
    const response = await fetch(url, token ? { headers: { authorization: `Bearer ${token}` } } : {})
    const body = await response.text()
    await using bare = await startBare(body)
    const result = await compare({ url, token, seconds }, { url: bare.origin, token, seconds }, rounds)
    const ratio = (result.service / result.bare).toFixed(2)
    console.log(
      `  GET ${path.padEnd(15)} ${String(body.length).padStart(6)} bytes  ${ratio} of node:http  (${Math.round(result.service)} of ${Math.round(result.bare)} requests/s)`,
    )
  }
  console.log(`  ${await memoryOf(service)} after the load`)
}

/** Fifty of each thing that a board or a mailbox shows. Gives the id of a quest. */
async function fill(baseUrl: string, user: Furrow): Promise<string> {
  let quest = ''
  await user.profile.change({ farmerProfile: { bio: 'I mend gates.', skills: ['carpentry'] } })
  const to = privateKeyToAccount(generatePrivateKey()).address
  for (let index = 0; index < size; index++) {
    const { id } = await user.quests.post({
      title: `Fix gate ${index}`,
      description: 'The gate of the lower field does not close.',
      reward: '100 USDC',
      rewardAmount: 100,
      rewardToken: 'USDC',
      skills: ['carpentry'],
      maxFarmers: 2,
      category: 'maintenance',
    })
    quest = id
    const { furrow: farmer } = await createUser(baseUrl)
    const { farmers } = await farmer.quests.accept(id)
    await user.quests.approve(id, farmers[0]?.address ?? '')
    await farmer.communityDao.propose({
      title: `A shed, number ${index}`,
      description: 'For the tools of the lower field.',
      category: 'building',
    })
    await user.mail.send({ to, subject: `Letter ${index}`, body: 'Seeds, please, as last year.' })
  }
  return quest
}
