import { inSplitOrder, splitAddressOf, splitSaltOf } from '@furrow/sdk/escrow'
import { encodeAbiParameters, keccak256, parseEther, stringToBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { toAddress } from '../../server/src/ground/address.ts'
import { hasChain, startChain } from '../../server/test/chain.ts'
import { eventually, see, startWeb } from './harness.ts'

const questId = 'quest-1-way-out'
const day = 24 * 3_600

/** Work proposed to a contract whose service is gone: this service knows nothing of it. */
async function startAbandoned(version: 1 | 2 | 3, court = false) {
  const chain = await startChain({ version, court, ...(version === 3 && { owner: 4 }) })
  const web = await startWeb()
  const [giver, farmer] = [web.user(), web.user()]
  await chain.fund(giver.account, questId, parseEther('2'), 2)
  for (const { account } of [giver, farmer])
    await chain.client.setBalance({ address: account.address, value: parseEther('1') })
  const escrow = await chain.client.readContract({
    abi: [
      {
        type: 'function',
        name: 'escrowOf',
        stateMutability: 'pure',
        inputs: [{ type: 'address' }, { type: 'bytes32' }],
        outputs: [{ type: 'bytes32' }],
      },
    ],
    address: chain.escrow,
    functionName: 'escrowOf',
    args: [giver.account.address, keccak256(stringToBytes(questId))],
  })
  await chain.call(1, 'propose', [escrow, farmer.account.address, false])
  return { chain, web, giver, farmer, escrow }
}

describe.skipIf(!hasChain)('the page that needs only the chain', () => {
  test.each([1, 2, 3] as const)(
    'pays a farmer from version %i when the window is over, and not before',
    async version => {
      const { chain, web, giver, farmer } = await startAbandoned(version)
      const { page } = await web.open(`/exit/?contract=${chain.escrow}`, { as: farmer, chain })
      await page.getByLabel('The giver’s address').fill(giver.account.address)
      await page.getByLabel('The quest’s id').fill(questId)
      await page.getByRole('button', { name: 'Connect the wallet and look' }).click()
      await see(page.getByRole('heading', { name: farmer.account.address }))
      await see(page.getByText('In review'))
      await see(page.getByText('This page knows no deployment at this address'))
      await see(page.getByText(/^Pay the farmer: from /))
      await chain.later(3 * day)
      await page.getByRole('button', { name: 'Connect the wallet and look' }).click()
      const before = await chain.client.getBalance({ address: farmer.account.address })
      await page.getByRole('button', { name: 'Pay the farmer' }).click()
      await see(page.getByText(/^Sent: 0x/))
      await page.getByRole('button', { name: 'Connect the wallet and look' }).click()
      await see(page.getByText('Paid', { exact: true }))
      const after = await chain.client.getBalance({ address: farmer.account.address })
      // The transaction's cost is less than a thousandth.
      expect(after - before).toBeGreaterThan(parseEther('1.999'))
    },
  )

  test('pays a farmer at another address, who types it', async () => {
    const { chain, web, farmer, escrow } = await startAbandoned(2)
    await chain.later(3 * day)
    const { page } = await web.open(`/exit/?contract=${chain.escrow}&escrow=${escrow}`, { as: farmer, chain })
    const elsewhere = web.user().account.address
    await page.getByRole('button', { name: 'Connect the wallet and look' }).click()
    await page.getByRole('button', { name: 'Pay it to another address' }).click()
    await see(page.getByText('The address that gets the money must be an address', { exact: false }))
    await page.getByLabel('Another address that gets the money').fill(elsewhere)
    await page.getByRole('button', { name: 'Pay it to another address' }).click()
    await see(page.getByText(/^Sent: 0x/))
    await eventually(() => chain.client.getBalance({ address: elsewhere }), parseEther('2'))
  })

  test('gives a giver back at another address what nobody took for a year', async () => {
    const { chain, web, giver, escrow } = await startAbandoned(2)
    await chain.later(3 * day + 366 * day)
    const { page } = await web.open(`/exit/?contract=${chain.escrow}&escrow=${escrow}`, { as: giver, chain })
    const elsewhere = web.user().account.address
    await page.getByRole('button', { name: 'Connect the wallet and look' }).click()
    await page.getByLabel('Another address that gets the money').fill(elsewhere)
    await page.getByRole('button', { name: 'Take it back after that year, to another address' }).click()
    await see(page.getByText(/^Sent: 0x/))
    await eventually(() => chain.client.getBalance({ address: elsewhere }), parseEther('2'))
  })

  test('has the arbiter give each side a part', async () => {
    const { chain, web, giver, farmer, escrow } = await startAbandoned(2)
    await chain.call(giver.account, 'dispute', [escrow, farmer.account.address])
    const account = privateKeyToAccount(chain.keyOf(2))
    const arbiter = web.user({ account, address: toAddress(account.address) })
    const { page } = await web.open(`/exit/?contract=${chain.escrow}&escrow=${escrow}`, {
      as: arbiter,
      chain,
    })
    const balanceOf = ({ account: { address } }: typeof farmer) => chain.client.getBalance({ address })
    const before = await balanceOf(farmer)
    await page.getByRole('button', { name: 'Connect the wallet and look' }).click()
    await page.getByLabel('The farmer’s part in percent').fill('33,33')
    await page.getByRole('button', { name: 'Give each a part' }).click()
    await see(page.getByText(/^Sent: 0x/))
    await eventually(async () => (await balanceOf(farmer)) - before, parseEther('0.6666'))
    await page.getByRole('button', { name: 'Connect the wallet and look' }).click()
    await see(page.getByText('Split between the two'))
  })

  test('has anybody bring a dispute before the court for its fee, and show it evidence', async () => {
    const { chain, web, giver, farmer, escrow } = await startAbandoned(2, true)
    await chain.call(giver.account, 'dispute', [escrow, farmer.account.address])
    const anybody = web.user()
    await chain.client.setBalance({ address: anybody.account.address, value: parseEther('1') })
    const { page } = await web.open(`/exit/?contract=${chain.escrow}&escrow=${escrow}`, {
      as: anybody,
      chain,
    })
    const look = () => page.getByRole('button', { name: 'Connect the wallet and look' }).click()
    await look()
    await page.getByRole('button', { name: 'Show the court some evidence' }).click()
    await see(page.getByText('The evidence must be the address of its file', { exact: false }))
    await page.getByLabel('Where some evidence for a court is').fill('/ipfs/QmProof')
    await page.getByRole('button', { name: 'Show the court some evidence' }).click()
    await see(page.getByText(/^Sent: 0x/))
    await look()
    await see(page.getByText(/^As of now/))
    await page.getByRole('button', { name: /^Bring it before the court, for its fee of 0\.0+1 / }).click()
    await see(page.getByText(/^Sent: 0x/))
    await page.getByRole('button', { name: /^Bring it before the court/ }).click()
    await see(page.getByText('The contract refuses it: AlreadyBrought.'))
    await look()
    await see(page.getByText(/^As of now/))
    expect(await page.getByRole('button', { name: /^Bring it before the court/ }).count()).toBe(0)
    expect(await chain.client.getBalance({ address: chain.judge ?? '0x' })).toBe(1_000n)
  })

  test('has the owner pause a ruling, and anybody carry it out a week later', async () => {
    const { chain, web, giver, farmer, escrow } = await startAbandoned(3)
    await chain.call(giver.account, 'dispute', [escrow, farmer.account.address])
    await chain.call(2, 'resolve', [escrow, farmer.account.address, true])
    const account = privateKeyToAccount(chain.keyOf(4))
    const owner = web.user({ account, address: toAddress(account.address) })
    const { page } = await web.open(`/exit/?contract=${chain.escrow}&escrow=${escrow}`, { as: owner, chain })
    const look = () => page.getByRole('button', { name: 'Connect the wallet and look' }).click()
    await look()
    await see(page.getByText('Ruled about; carried out a day after it'))
    await see(page.getByText('100 %', { exact: true }))
    await page.getByRole('button', { name: 'Pause this ruling for a week, once' }).click()
    await see(page.getByText(/^Sent: 0x/))
    await page.getByRole('button', { name: 'Pause this ruling for a week, once' }).click()
    await see(page.getByText('The contract refuses it: AlreadyPaused.'))
    await chain.later(8 * day + 60)
    const balance = () => chain.client.getBalance({ address: farmer.account.address })
    const before = await balance()
    await look()
    await page.getByRole('button', { name: 'Carry the ruling out' }).click()
    await see(page.getByText(/^Sent: 0x/))
    await eventually(async () => (await balance()) - before, parseEther('2'))
  })

  test('has the giver and the farmer each pay a court that passes appeals on', async () => {
    const { chain, web, giver, farmer, escrow } = await startAbandoned(3, true)
    await chain.call(giver.account, 'dispute', [escrow, farmer.account.address])
    const { page } = await web.open(`/exit/?contract=${chain.escrow}&escrow=${escrow}`, { as: farmer, chain })
    const look = () => page.getByRole('button', { name: 'Connect the wallet and look' }).click()
    await look()
    await page.getByRole('button', { name: /^Pay the court for your side: 0\.0+1 / }).click()
    await see(page.getByText(/^Sent: 0x/))
    await look()
    await see(page.getByText(/^End it for the one side that paid the court: from /))
    await page.getByRole('button', { name: /^Pay the court for the giver’s side: / }).click()
    await see(page.getByText(/^Sent: 0x/))
    await eventually(() => chain.client.getBalance({ address: chain.judge ?? '0x' }), 1_000n)
    await look()
    await see(page.getByText(/^As of now/))
    expect(await page.getByRole('button', { name: /^Pay the court/ }).count()).toBe(0)
  })

  test('has a giver give notice, says what the contract refuses, and gives the places back after it', async () => {
    const { chain, web, giver, escrow } = await startAbandoned(2)
    const { page } = await web.open(`/exit/?contract=${chain.escrow}&escrow=${escrow}`, { as: giver, chain })
    const look = () => page.getByRole('button', { name: 'Connect the wallet and look' }).click()
    await look()
    await page.getByRole('button', { name: 'Give 7 days’ notice, to take free places back' }).click()
    await see(page.getByText(/^Sent: 0x/))
    // The page shows the past state; the contract tells the present one.
    await page.getByRole('button', { name: 'Give 7 days’ notice, to take free places back' }).click()
    await see(page.getByText('The contract refuses it: EscrowClosed.'))
    await chain.later(8 * day)
    await look()
    await page.getByRole('button', { name: 'Take the free places back', exact: true }).click()
    await see(page.getByText(/^Sent: 0x/))
    await eventually(() => chain.client.getBalance({ address: chain.escrow }), parseEther('2'))
  })

  test('pays an account of several people, who have it share out, and take elsewhere what their wallet refused', async () => {
    const chain = await startChain({ version: 3, splits: true })
    const web = await startWeb()
    const [giver, farmer, member] = [web.user(), web.user(), web.user()]
    const { client } = chain
    for (const { account } of [giver, farmer, member])
      await client.setBalance({ address: account.address, value: parseEther('1') })
    await chain.fund(giver.account, questId, parseEther('0.5'), 1)
    const given = [
      { payee: farmer.account.address, part: parseEther('0.3') },
      { payee: member.account.address, part: parseEther('0.2') },
    ]
    const factory = chain.splitter ?? '0x'
    const salt = splitSaltOf(questId, farmer.account.address)
    const account = splitAddressOf({ factory, ...inSplitOrder(given), salt })
    const escrow = keccak256(
      encodeAbiParameters(
        [{ type: 'address' }, { type: 'bytes32' }],
        [giver.account.address, keccak256(stringToBytes(questId))],
      ),
    )
    await chain.call(1, 'propose', [escrow, account, false])
    await chain.later(3 * day)
    await client.setCode({ address: member.account.address, bytecode: '0x5f5ffd' })

    const shares = given.map(({ payee, part }) => `${payee}=${part}`).join(',')
    const link = `/exit/?contract=${chain.escrow}&escrow=${escrow}&splitter=${factory}&shares=${shares}&salt=${salt}`
    const { page } = await web.open(link, { as: farmer, chain })
    await page.getByRole('button', { name: 'Connect the wallet and look' }).click()
    await see(page.getByText('The account below, which pays several people and can sign nothing'))
    await page.getByRole('button', { name: 'Pay the farmer' }).click()
    await see(page.locator('#said').getByText(/^Sent: 0x/))
    await page.getByRole('button', { name: 'Look at the account' }).click()
    await see(page.getByText('That of the splitter which this page knows'))
    await page.getByRole('button', { name: /^Give the payees their parts of 0\.5 / }).click()
    await see(page.locator('#said-account').getByText(/^Sent: 0x/))
    await page.getByRole('button', { name: 'Look at the account' }).click()
    await see(page.getByText(`0.2 of the chain’s coin for ${member.account.address}`))
    expect(await client.getBalance({ address: account })).toBe(parseEther('0.2'))

    await client.setCode({ address: member.account.address, bytecode: '0x' })
    const { page: members } = await web.open('/exit/', { as: member, chain })
    await members.getByLabel('Splitter').fill(factory)
    await members.getByLabel('Each payee with their part').fill(shares.replace(',', '\n'))
    await members.getByLabel('The id of its quest').fill(questId)
    await members.getByLabel('The address of its farmer').fill(farmer.account.address)
    await members.getByRole('button', { name: 'Look at the account' }).click()
    const take = members.getByRole('button', { name: /^Have your 0\.2 .* sent to another address$/ })
    await take.click()
    await see(members.getByText('The address that gets the money must be an address', { exact: false }))
    const elsewhere = web.user().account.address
    await members.getByLabel('Another address that gets what is kept').fill(elsewhere)
    await take.click()
    await see(members.getByText(/^Sent: 0x/))
    await eventually(() => client.getBalance({ address: elsewhere }), parseEther('0.2'))
  })
})
