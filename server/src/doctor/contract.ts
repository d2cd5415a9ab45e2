import { checksum, toAddress } from '../address.ts'
import type { Escrow } from '../clients/escrow.ts'
import { hour, second } from '../clock.ts'
import { inTime } from '../in-time.ts'
import { readUnserved } from '../rails/chain-rail/unserved.ts'
import { type Check, fine, type Patient, type Seen, warning, wrong } from './check.ts'

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

/** Less than the whole examination takes: a chain that hangs is told of, and hides no other. */
const patience = 8 * second

/** Where there are several, each finding says of which it is. */
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
  return [
    ...compare(patient, escrow, terms),
    await lookAtBalance(escrow),
    ...(await lookAtKeeper(patient, escrow)),
  ]
}

async function lookForUnserved({ db, escrows }: Patient): Promise<Seen[]> {
  const unserved = db === null ? [] : await readUnserved({ db, escrows })
  return unserved.map(({ contract, quests }) => {
    const [chain, address] = contract.split(':')
    const listed = `${chain}=${checksum(toAddress(address as string))}`
    return wrong(
      `${quests} quests that are not over have their funds in ${listed}, which the settings have no more: nobody is paid.`,
      `List ${listed}:retired in ESCROWS, with its operator's key.`,
    )
  })
}

type Terms = NonNullable<Awaited<ReturnType<Escrow['readTerms']>>>

function compare({ config }: Patient, escrow: Escrow, { operator, arbiter, reviewWindowMs }: Terms): Seen[] {
  const seen: Seen[] = []
  if (operator !== toAddress(escrow.operator))
    seen.push(
      wrong(
        `Its operator is ${checksum(operator)}, and the key here is that of ${escrow.operator}.`,
        "Set ESCROW_OPERATOR_KEY, or its key in ESCROW_OPERATOR_KEYS, to the operator's; a contract never changes its operator.",
      ),
    )
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
  return seen.length > 0
    ? seen
    : [fine('It is there; its operator, arbiter and review window are those of the settings.')]
}

async function lookAtBalance(escrow: Escrow): Promise<Seen> {
  const balance = await escrow.readBalance()
  const { maxFee } = await escrow.readFees()
  // What a call of the contract takes at most is a fraction of it.
  const calls = balance / (maxFee * 300_000n || 1n)
  return calls < 10n
    ? warning(
        `${escrow.operator} has coins for about ${calls} more calls of the contract.`,
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
