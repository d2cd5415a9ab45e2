import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../test/chain.ts'
import { people, startGithub } from '../../../test/github.ts'
import { paid, startRail, two } from '../../../test/rail.ts'
import { hour } from '../../ground/clock.ts'

/** Work on the chain rail that a merge proved, proposed to the contract. */
async function startProven() {
  const github = await startGithub()
  await github.as('giver').issues.create({ owner: 'giver', repo: 'gate', title: 'The gate' })
  const rail = await startRail(github.env)
  const [giver, alice] = [rail.user(), rail.user()]
  await alice.furrow.profile.change({ codehostToken: people.alice })
  const linked = { ...paid, codehostRepo: 'giver/gate', codehostIssue: '1' }
  const { id } = await giver.furrow.quests.post(linked)
  await rail.chain.fund(giver.account, id, two, 1, rail.chain.token)
  await giver.furrow.quests.fund(id)
  await alice.furrow.quests.accept(id)
  const pr = await github.merge('alice', 'Closes #1')
  // As the host itself does, with the merge.
  await github.as('giver').issues.update({ owner: 'giver', repo: 'gate', issue_number: 1, state: 'closed' })
  await rail.visitor.verify({ repo: 'giver/gate', pr })
  await rail.keep()
  await rail.keep()
  const balance = () => rail.chain.balanceOf(alice.account.address)
  return { github, rail, giver, alice, id, balance }
}

describe.skipIf(!hasChain)('a merge that proves work on the chain rail', () => {
  test('is looked at again before the contract is asked to pay', async () => {
    const { rail, alice, id, balance } = await startProven()
    await rail.later(48 * hour)
    await rail.keep()
    await rail.keep()
    expect(await balance()).toBe(two)
    expect((await rail.read(id)).farmers).toMatchObject([{ status: 'released' }])
    const { take } = rail.user(alice).furrow.credentials
    expect(await take({ questId: id })).toMatchObject({ status: 'valid' })
  })

  test('is looked at in time for the giver to dispute, who is told what broke', async () => {
    const { github, rail, giver, id, balance } = await startProven()
    await github.as('giver').issues.update({ owner: 'giver', repo: 'gate', issue_number: 1, state: 'open' })
    await rail.later(43 * hour)
    await rail.keep()
    expect((await rail.read(id)).farmers).toMatchObject([{ status: 'in-review', holdReason: 'disputed' }])
    const letters = (await rail.user(giver).furrow.mail.list()).items
    expect(letters.filter(({ subject }) => subject.startsWith('In doubt'))).toHaveLength(1)
    await rail.later(6 * hour)
    await rail.keep()
    await rail.keep()
    expect(await balance()).toBe(0n)
    await rail.later(14 * 24 * hour)
    await rail.keep()
    await rail.keep()
    expect(await balance()).toBe(two)
  })
})
