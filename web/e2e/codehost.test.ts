import { describe, test } from 'vitest'
import { people, startGithub } from '../../server/test/github.ts'
import { sampleQuest } from '../../server/test/harness.ts'
import { see, startWeb } from './harness.ts'

describe('linking the account at the code host', () => {
  test('goes there and back, and proves the account', async () => {
    const github = await startGithub()
    const web = await startWeb({ env: github.env })
    const alice = web.user()
    const { page } = await web.open('/profile', { as: alice })
    // The consent page is the host's own: it sends back a code, and the state that left.
    await page.route('**/login/oauth/authorize**', async route => {
      const asked = new URL(route.request().url()).searchParams
      const back = new URL(asked.get('redirect_uri') ?? '')
      back.searchParams.set('code', await github.authorize('alice'))
      back.searchParams.set('state', asked.get('state') ?? '')
      await route.fulfill({ status: 302, headers: { location: back.href } })
    })
    await page.getByRole('button', { name: 'Link GitHub' }).click()
    await see(page.getByText('proved', { exact: true }))
    await see(page.getByText('alice', { exact: true }))
    await page.getByRole('button', { name: 'Unlink' }).click()
    await see(page.getByRole('button', { name: 'Link GitHub' }))
  })

  test('a way back that was not begun here links nothing', async () => {
    const github = await startGithub()
    const web = await startWeb({ env: github.env })
    const { page } = await web.open('/codehost/callback?code=stolen&state=made-up', { as: web.user() })
    await see(page.getByText('was not begun in this tab'))
  })
})

describe('asking whether a pull request would pay', () => {
  test('says no, and why, and yes once its author has a place', async () => {
    const github = await startGithub()
    await github.as('giver').issues.create({ owner: 'giver', repo: 'gate', title: 'The gate' })
    const web = await startWeb({ env: github.env })
    const alice = web.user()
    await alice.furrow.profile.change({ codehostToken: people.alice })
    const { id } = await web
      .user()
      .furrow.quests.post({ ...sampleQuest, codehostRepo: 'giver/gate', codehostIssue: '1' })
    const pr = await github.merge('alice', 'Closes #1', { merge: false })
    const { page } = await web.open(`/quests/${id}`)
    await page.getByLabel('Pull request').fill(`https://github.com/giver/gate/pull/${pr}`)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await see(page.getByText('alice has no place in this quest.'))
    await alice.furrow.quests.accept(id)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await see(page.getByText('Yes: once merged, it proves the work of'))
  })
})
