import { cpSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccessToken } from '../../server/src/access/auth/tokens.ts'
import { createFakeClock, createWallet, startHarness } from '../../server/test/harness.ts'
import { installProgram, root, runBeside } from './install.ts'

let bruno: ReturnType<typeof installProgram>
let collection: string
beforeAll(() => {
  bruno = installProgram('@usebruno/cli@4.1.0')
  collection = join(bruno.folder, 'collection')
  cpSync(join(root, 'examples/bruno'), collection, { recursive: true })
})
afterAll(() => bruno?.remove())

/** Requests that make something, in an order in which each finds what it names. */
const making = [
  'profile/updateProfile',
  'quests/postQuest',
  'quests/changeQuest-edit',
  'quests/changeQuest-in-progress',
  'quests/changeQuest-open',
  'quests/postComment',
  'quests/createDraft',
  'quests/saveDraft',
  'quests/addFollow',
  'quests/inviteFarmer',
  'mail/sendMail',
  'mail/blockSender',
  'community-dao/propose',
  'files/uploadFile',
]

/** Requests that read what this service does not have, and why. */
const unmet: Readonly<Record<string, string>> = {
  'community-dao/getProposalSafeFile': 'the proposal pays nothing',
  'credentials/getCredential': 'no chain and no code host are set',
  'credentials/getStatusList': 'no chain and no code host are set',
  'paymaster/getGasTicket': 'no paymaster is set',
  'pictures/getLogo': 'no logo is set',
  'pictures/getProfilePicture': 'nobody has a picture',
  'profile/getPasskey': 'no chain with the contracts of passkeys is set',
  'quests/getApproval': 'no contract is set',
  'quests/getOwnBallot': 'the quest is no contest',
  'quests/listBallots': 'the quest is no contest',
  'quests/listEntries': 'the quest is no contest',
  'quests/listEvidence': 'a dispute takes two people',
  'resolve/resolveName': 'no chain with ENS is set',
  'setup/checkRepository': 'no code host is set',
  'verify/previewPullRequest': 'no code host is set',
}

test('Bruno sends the collection, and each answer has the status that its request expects', async () => {
  const owner = createWallet()
  const { baseUrl, context } = await startHarness({
    env: { PLATFORM_WALLET: owner.address, GENESIS_CREATOR: owner.address },
    clock: createFakeClock(Date.now()),
  })
  const reading = globSync('*/*.bru', { cwd: collection })
    .filter(path => /^get \{$/m.test(readFileSync(join(collection, path), 'utf8')))
    .filter(path => !(path.replace('.bru', '') in unmet))
    .toSorted()
  const token = createAccessToken(context, owner.address)
  const { stdout } = await runBeside(
    join(bruno.folder, 'node_modules/.bin/bru'),
    [
      ...['run', ...making.map(name => `${name}.bru`), ...reading],
      ...['--env', 'local', '--env-var', `server=${new URL(baseUrl).origin}`, '--env-var', `token=${token}`],
      ...['--output', join(bruno.folder, 'results.json')],
    ],
    collection,
  )
  expect(stdout).toContain('Execution Summary')
  const [{ results }] = JSON.parse(readFileSync(join(bruno.folder, 'results.json'), 'utf8')) as [Results]
  expect(results).toHaveLength(making.length + reading.length)
  expect(results.filter(one => one.assertionResults.some(({ status }) => status !== 'pass'))).toEqual([])
})

type Results = { readonly results: readonly { readonly assertionResults: readonly { status: string }[] }[] }
