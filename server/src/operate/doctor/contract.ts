import { hasSecond, hasThird } from '@furrow/sdk/escrow-version'
import { type Address, checksum, toAddress } from '../../ground/address.ts'
import type { Escrow, Terms } from '../../ground/clients/escrow.ts'
import type { Standing } from '../../ground/clients/read-roles.ts'
import { day, hour, instant, second } from '../../ground/clock.ts'
import { inTime } from '../../ground/in-time.ts'
import { readUnserved } from '../../quests/rails/chain-rail/unserved.ts'
import { type Check, fine, type Patient, type Seen, tablesOf, warning, wrong } from './check.ts'

export const contract: Check = {
  about: 'Escrow contract',
  async look(patient) {
    const { all } = patient.escrows
    const seen = await Promise.all(all.map(escrow => lookAt(patient, escrow)))
    const left = await lookForUnserved(patient)
    if (all.length === 0 && left.length === 0) return [fine('None is set: promises are kept in the ledger.')]
    return [...seen.flat(), ...left]
  },
}

/** Less than the whole examination takes: a chain that hangs is reported, and hides no other. */
const patience = 8 * second

async function lookAt(patient: Patient, escrow: Escrow): Promise<Seen[]> {
  const seen = await inTime(examine(patient, escrow), patience).catch(() => [
    wrong('The chain of the contract cannot be asked.', 'See what is said of that chain.'),
  ])
  if (patient.escrows.all.length === 1) return seen
  const whose = `${checksum(escrow.address)} on chain ${escrow.chainId}`
  return seen.map(one => ({ ...one, says: `${whose}: ${one.says}` }))
}

async function examine(patient: Patient, escrow: Escrow): Promise<Seen[]> {
  const terms = await escrow.readTerms()
  if (terms === null)
    return [
      wrong(
        `There is no contract at ${checksum(escrow.address)} on chain ${escrow.chainId}.`,
        'Set ESCROW_ADDRESS and ESCROW_CHAIN_ID, or ESCROWS, to where it was deployed.',
      ),
    ]
  const standing = await escrow.readStanding()
  return [
    ...compare(patient, terms),
    ...lookAtListing(await escrow.readIsAsListed()),
    ...(await lookAtAttester(patient, terms)),
    ...lookAtRoles(patient, terms, standing),
    ...lookAtStanding(patient, escrow, standing),
    await lookAtBalance(escrow, standing),
    ...(await lookAtKeeper(patient, escrow)),
  ]
}

/** Says nothing of a contract that the list of deployments does not have: most are their operators' own. */
function lookAtListing(isAsListed: boolean | null): Seen[] {
  if (isAsListed === null) return []
  if (isAsListed) return [fine('Its code is that of the deployment in contracts/deployments.json.')]
  return [
    wrong(
      'Its code is another one than contracts/deployments.json lists for its address.',
      'Ask another RPC of the chain: one of the two lies, or the list is not yours. Until then pay nothing in.',
    ),
  ]
}

const attesterPatience = 3 * second

/** Without an attester that answers, a dispute that nobody resolves refunds even merged work. */
async function lookAtAttester({ config }: Patient, { attester, version }: Terms): Promise<Seen[]> {
  if (!hasSecond(version)) return []
  if (attester === null)
    return [
      warning(
        'It has no attester: a dispute that nobody resolves refunds the giver, also for a merged pull request.',
        'Name one when you deploy the next contract, and run it apart from the service: see docs/arbiters.md.',
      ),
    ]
  if (config.attester === null)
    return [
      warning(
        `Its attester is ${checksum(attester)}, and nobody asks it.`,
        'Set ATTESTER_URL to where npm run attester listens.',
      ),
    ]
  const answers = await Promise.all(config.attester.urls.map(readAttesterAt))
  if (answers.includes(attester)) return [fine(`Its attester ${checksum(attester)} answers.`)]
  const told = answers.find(answer => answer !== null) ?? null
  return [
    wrong(
      told === null
        ? 'Its attester does not answer at ATTESTER_URL: merged work is proposed without its word.'
        : `Its attester is ${checksum(attester)}, and ${checksum(told)} answers at ATTESTER_URL.`,
      "Start npm run attester with the key of the contract's attester, or mend ATTESTER_URL.",
    ),
  ]
}

async function readAttesterAt(url: string): Promise<Address | null> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(attesterPatience) })
    const { attester } = (await response.json()) as { attester?: unknown }
    return typeof attester === 'string' && /^0x[0-9a-f]{40}$/i.test(attester) ? toAddress(attester) : null
  } catch {
    return null
  }
}

async function lookForUnserved(patient: Patient): Promise<Seen[]> {
  const db = await tablesOf(patient)
  const unserved = db === null ? [] : await readUnserved({ db, escrows: patient.escrows })
  return unserved.map(({ contract, quests }) => {
    const [chain, address] = contract.split(':')
    const listed = `${chain}=${checksum(toAddress(address as string))}`
    return wrong(
      `${quests} quests that are not over have their funds in ${listed}, which the settings have no more: nobody is paid.`,
      `List ${listed}:retired in ESCROWS, with its operator's key.`,
    )
  })
}

function compare({ config }: Patient, { arbiter, disputeMs, reviewWindowMs }: Terms): Seen[] {
  const seen: Seen[] = []
  if (arbiter !== config.platformWallet)
    seen.push(
      warning(
        `Its arbiter is ${checksum(arbiter)}, and PLATFORM_WALLET is ${config.platformWallet ? checksum(config.platformWallet) : 'not set'}: people are told that somebody else decides disputes.`,
        "Set PLATFORM_WALLET to the arbiter's address.",
      ),
    )
  if (reviewWindowMs !== Math.ceil(config.reviewWindowMs / second) * second)
    seen.push(
      warning(
        `Its review window is ${reviewWindowMs / hour} hours, and REVIEW_WINDOW_HOURS is ${config.reviewWindowMs / hour}; on chain the contract decides.`,
        'Set REVIEW_WINDOW_HOURS to the same.',
      ),
    )
  if (disputeMs !== Math.ceil(config.disputeMs / second) * second)
    seen.push(
      warning(
        `Its disputes last ${disputeMs / day} days, and DISPUTE_DAYS is ${config.disputeMs / day}; on chain the contract decides.`,
        'Set DISPUTE_DAYS to the same.',
      ),
    )
  return seen.length > 0 ? seen : [fine('It is there; its arbiter and its times are those of the settings.')]
}

function lookAtRoles(
  { clock }: Patient,
  { arbiter, attester, version }: Terms,
  { nextDeciders, operator, owner }: Standing,
): Seen[] {
  const name = (address: Address | null) => (address === null ? 'nobody' : checksum(address))
  const roles = `its owner ${name(owner)}, its arbiter ${name(arbiter)}, its attester ${name(attester)}`
  const seen = [fine(`Its version is ${version}, ${roles}.`)]
  if (hasThird(version) && operator === arbiter)
    seen.push(
      warning(
        `${checksum(operator)} is its operator and its arbiter: each giver has to accept that by name before they pay in.`,
        'Have its owner nominate an arbiter who is not the operator: see docs/arbiters.md.',
      ),
    )
  if (nextDeciders !== null) {
    const { from } = nextDeciders
    const next = `${name(nextDeciders.arbiter)} as its arbiter and ${name(nextDeciders.attester)} as its attester`
    seen.push(
      from <= clock.now()
        ? warning(`Its owner may appoint ${next}.`, 'The owner calls appointDeciders, within two weeks.')
        : fine(`Its owner has nominated ${next}, for deposits from ${instant(from)} on.`),
    )
  }
  return seen
}

function lookAtStanding({ clock }: Patient, { operators }: Escrow, standing: Standing): Seen[] {
  const { operator, owner, nominee, paused } = standing
  const has = operators.map(checksum).join(' and ')
  const seen: Seen[] = []
  if (!operators.includes(operator))
    seen.push(
      wrong(
        `Its operator is ${checksum(operator)}, and the ${operators.length > 1 ? 'keys here are' : 'key here is'} that of ${has}: no work is proposed, and its quests take nobody.`,
        owner === null
          ? "Set ESCROW_OPERATOR_KEY, or its key in ESCROW_OPERATOR_KEYS, to the operator's; this contract never changes its operator."
          : `Set the operator's key in ESCROW_OPERATOR_KEYS, or have the owner nominate one of these: npm run operator -- nominate.`,
      ),
    )
  if (paused)
    seen.push(
      warning(
        'Its owner has paused proposals: no work is proposed, and its quests take nobody.',
        'The owner lets them go on: npm run operator -- resume says how.',
      ),
    )
  if (nominee !== null && operators.includes(nominee.address))
    seen.push(
      nominee.from <= clock.now()
        ? warning(`${checksum(nominee.address)} may become its operator.`, 'Run npm run operator -- become.')
        : fine(`${checksum(nominee.address)} may become its operator from ${instant(nominee.from)} on.`),
    )
  else if (nominee !== null)
    seen.push(
      warning(
        `Its owner has nominated ${checksum(nominee.address)}, whose key is not here, as its operator.`,
        'Add its key to ESCROW_OPERATOR_KEYS before it becomes the operator, or have the owner take the nomination back.',
      ),
    )
  return seen
}

/** Looks at the key that would pay now; this process may never have looked at it before. */
async function lookAtBalance(escrow: Escrow, { operator }: Standing): Promise<Seen> {
  const payer = escrow.operators.includes(operator) ? operator : toAddress(escrow.operator)
  const balance = await escrow.readBalance(payer)
  const { maxFee } = await escrow.readFees()
  // A call of the contract takes at most a fraction of this gas.
  const calls = balance / (maxFee * 300_000n || 1n)
  return calls < 10n
    ? warning(
        `${checksum(payer)} has coins for about ${calls} more calls of the contract.`,
        'Send it some coins of the chain.',
      )
    : fine('Its operator can pay for gas.')
}

async function lookAtKeeper({ db }: Patient, escrow: Escrow): Promise<Seen[]> {
  const parked = await db
    ?.selectFrom('escrow_parked')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('contract', '=', escrow.id)
    .executeTakeFirst()
  const count = Number(parked?.count ?? 0)
  if (count === 0) return []
  return [
    warning(
      `${count} events of the contract could not be applied, and are tried again.`,
      'The log says of each why; npm run verify says whether anything of the quests differs.',
    ),
  ]
}
