import { questEscrowV3Abi, readVersion } from '@furrow/contracts'
import {
  attestationTypedData,
  farmerLine,
  readFarmerLines,
  workAttestationTypedData,
} from '@furrow/sdk/attestation'
import { mostBackers } from '@furrow/sdk/contract'
import { hasThird } from '@furrow/sdk/escrow-version'
import { keccak_256 } from '@noble/hashes/sha3'
import type { Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { type Address, checksum, toAddress, zeroAddress } from '../../ground/address.ts'
import type { Chains } from '../../ground/clients/chains.ts'
import type { CodeHost, PullRequest } from '../../ground/clients/codehost/codehost.ts'
import { escrowOf } from '../../ground/clients/escrow.ts'
import { expectChain } from '../../ground/clients/wrong-chain.ts'
import { type Clock, day, second } from '../../ground/clock.ts'
import { BadRequestError, ForbiddenError } from '../../ground/errors.ts'
import { requireAuthor, requireDefaultBranch, requireMerged } from '../../quests/verify/facts.ts'
import type { Asked, Word } from './form.ts'
import { nameOf, type ReadSubject } from './read-subject.ts'
import type { Seen, Subject } from './seen.ts'

export type Attester = {
  readonly account: PrivateKeyAccount
  readonly chains: Pick<Chains, 'has' | 'get'>
  readonly clock: Clock
  readonly host: Pick<CodeHost, 'readPullRequest' | 'readClosedIssues' | 'readIssue' | 'isUndone'>
  readonly readSubject: ReadSubject
  readonly seen: Seen
}

/** A word is good for so long: the service asks again where a proposal waits for longer. */
const goodFor = day

/**
 * Signs for one farmer's work in one deposit after it looked by itself: the contract names this attester and holds that
 * deposit; the pull request is merged, not undone, closes the issue as first seen, and names the farmer's address.
 * @throws BadRequestError or ForbiddenError with the reason where it signs nothing; UnavailableError where chain, host
 * or service do not answer.
 */
export async function attest(attester: Attester, asked: Asked): Promise<Word> {
  const { account, clock, seen } = attester
  const deposit = await requireDeposit(attester, asked)
  const pull = await requirePull(attester, asked)
  const subject = await findSubject(attester, asked, deposit)
  await requireProof(attester, pull, subject)
  requireFarmer(pull, asked.farmer)
  // An addition to a reward is paid for the work of its quest, and for no other.
  const work = `${subject.main ?? deposit.name} ${toAddress(asked.farmer)}`
  const key = `${pull.repository.id} ${pull.id}`
  const before = seen.workOf(key)
  if (before !== null && before !== work)
    throw new ForbiddenError(`Pull request ${pull.number} was signed for as other work.`)
  if (before === null) await seen.keepSigned(key, work)
  const deadline = Math.floor((clock.now() + goodFor) / second)
  const { returned } = deposit
  const { chainId, contract, escrow, farmer } = asked
  const words = { chainId, contract, escrow, farmer, deadline }
  const named = checksum(toAddress(account.address))
  if (returned === null) {
    const signature = await account.signTypedData(attestationTypedData(words) as never)
    return { attester: named, deadline, signature }
  }
  const merge = hashOf(pull)
  const signature = await account.signTypedData(
    workAttestationTypedData({ ...words, returned, work: merge }) as never,
  )
  return { attester: named, deadline, signature, work: merge }
}

/** The name by which the third version is told of the merge: keccak256 of `owner/name#number@sha` in UTF-8. */
function hashOf({ repository, number, mergeSha }: PullRequest): Hex {
  const name = `${repository.name.toLowerCase()}#${number}@${mergeSha ?? ''}`
  return `0x${Buffer.from(keccak_256(Buffer.from(name))).toString('hex')}`
}

type Deposit = {
  readonly name: string
  readonly giver: Address
  /** How often the contract gave the work back, which the third version has signed with it; null for the second. */
  readonly returned: number | null
}

/** As the contract itself has it. @throws BadRequestError where the contract has none of that quest, or another attester. */
async function requireDeposit({ account, chains }: Attester, asked: Asked): Promise<Deposit> {
  const { chainId, escrow, questId } = asked
  if (!chains.has(chainId)) throw new BadRequestError(`This attester looks at no chain ${chainId}.`)
  const client = await chains.get(chainId)
  await expectChain(client, chainId)
  const contract = { abi: questEscrowV3Abi, address: asked.contract as Hex }
  const isThird = hasThird(await readVersion(client, contract.address))
  const place = [escrow as Hex, asked.farmer as Hex] as const
  const [named, [giver], payment] = await Promise.all([
    // In the third version each deposit keeps the attester of its funding.
    isThird
      ? client.readContract({ ...contract, functionName: 'attesterOf', args: [escrow as Hex] })
      : client.readContract({ ...contract, functionName: 'attester' }),
    client.readContract({ ...contract, functionName: 'escrows', args: [escrow as Hex] }),
    isThird ? client.readContract({ ...contract, functionName: 'payments', args: place }) : null,
  ])
  if (toAddress(named) !== toAddress(account.address))
    throw new BadRequestError(`${asked.contract} names another attester.`)
  if (giver === zeroAddress) throw new BadRequestError('Nothing was paid in there.')
  if (escrowOf(toAddress(giver), questId) !== escrow.toLowerCase())
    throw new BadRequestError('The deposit is of another quest.')
  return { name: nameOf(asked), giver: toAddress(giver), returned: payment?.[6] ?? null }
}

async function requirePull({ host }: Attester, { pullRequest, repository }: Asked): Promise<PullRequest> {
  const pull = await host.readPullRequest(repository, pullRequest)
  if (pull === null) throw new ForbiddenError(`The code host shows no pull request ${pullRequest} here.`)
  requireMerged(pull)
  requireDefaultBranch(pull)
  requireAuthor(pull)
  return pull
}

/** The quest's issue, as it was first seen. @throws ForbiddenError for more additions to a reward than there can be. */
async function findSubject(
  { readSubject, seen }: Attester,
  { companionOf, questId }: Asked,
  { giver, name }: Deposit,
): Promise<Subject> {
  const known = seen.subjectOf(name)
  if (known !== null) return known
  const subject = await readSubject({ questId, giver, companionOf })
  if (subject.main !== undefined && seen.countPartsOf(subject.main) >= mostBackers)
    throw new ForbiddenError(`${mostBackers} others add to the reward of that quest already.`)
  await seen.keepSubject(name, subject)
  return subject
}

async function requireProof({ host }: Attester, pull: PullRequest, { issue, repositoryId }: Subject) {
  if (pull.repository.id !== repositoryId)
    throw new ForbiddenError(`Pull request ${pull.number} is of another repository than the quest.`)
  if (!(await host.readClosedIssues(pull)).has(issue))
    throw new ForbiddenError(`Pull request ${pull.number} does not close issue ${issue} of the quest.`)
  if ((await host.readIssue(pull.repository.name, issue))?.open !== false)
    throw new ForbiddenError(`Issue ${issue} is not closed.`)
  if ((await host.isUndone(pull)) === true)
    throw new ForbiddenError(`The merge of pull request ${pull.number} was reverted.`)
}

/** The service knows whose account it is; the attester believes the author's own line alone. */
function requireFarmer({ body, number }: PullRequest, farmer: string): void {
  const named = readFarmerLines(body)
  const address = toAddress(farmer)
  if (named.length === 1 && named[0] === address) return
  const fault =
    named.length === 0
      ? 'names no address'
      : named.length > 1
        ? 'names several addresses'
        : 'names another address'
  throw new ForbiddenError(
    `Pull request ${number} ${fault}: its description must have the line "${farmerLine(checksum(address))}".`,
  )
}
