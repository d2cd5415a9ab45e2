import { readOwnChain } from '../../../access/auth/wallet-chains.ts'
import type { Address } from '../../../ground/address.ts'
import { codeAt } from '../../../ground/clients/contract-calls.ts'
import { hour, second } from '../../../ground/clock.ts'
import type { Context } from '../../../ground/context.ts'
import { BadRequestError } from '../../../ground/errors.ts'
import { oneFor } from '../../../ground/one-for.ts'

/**
 * A contract wallet that is nothing on the escrow's chain could not be paid; keys always can, also with a delegate
 * (EIP-7702). @throws BadRequestError; UnavailableError where a chain cannot be asked.
 */
export async function requireReceiver(
  context: Context,
  questId: string,
  farmer: Address,
  who: 'You' | 'This farmer',
): Promise<void> {
  const { chains, db, escrows } = context
  if (escrows.all.length === 0) return
  // Only contracts have a chain of their own: a key signs in without one.
  const own = (await readOwnChain(context, farmer))?.chainId
  if (own === undefined) return
  const row = await db
    .selectFrom('escrows')
    .select('contract')
    .where('quest_id', '=', questId)
    .executeTakeFirst()
  const escrow = row && escrows.byId(row.contract)
  if (!escrow || escrow.chainId === own) return
  if ((await codeOf(context, escrow.chainId, farmer)) !== 'none') return
  // A chain that the settings dropped cannot be asked: the wallet signed in there as a contract.
  if (chains.has(own) && (await codeOf(context, own, farmer)) !== 'contract') return
  throw new BadRequestError(
    `${who} cannot be paid on chain ${escrow.chainId}: the wallet is a contract on chain ${own}, and there is none at its address on chain ${escrow.chainId}. Deploy it there first, or take another wallet.`,
    { code: 'wallet-not-payable' },
  )
}

type Code = 'none' | 'delegate' | 'contract'
type Asked = { readonly until: number; readonly code: Promise<Code> }

const keptFor = 15 * second
/** A contract that is there stays. */
const keptWhereThere = hour
const mostKept = 2_000

const askedOf = oneFor((_: Context) => new Map<string, Asked>())

function codeOf(context: Context, chainId: number, address: Address): Promise<Code> {
  const asked = askedOf(context)
  const key = `${chainId} ${address}`
  const now = context.clock.now()
  const last = asked.get(key)
  if (last !== undefined && now < last.until) return last.code
  const code = codeAt(context.chains, chainId, address).then(readKind)
  asked.delete(key)
  asked.set(key, { until: now + keptFor, code })
  const [oldest] = asked.keys()
  if (asked.size > mostKept && oldest !== undefined) asked.delete(oldest)
  // Callers who wait for it are told of a failure.
  code.then(
    kind => kind === 'contract' && asked.set(key, { until: now + keptWhereThere, code }),
    () => {},
  )
  return code
}

function readKind(code: string): Code {
  if (code === '0x') return 'none'
  return /^0xef0100/i.test(code) ? 'delegate' : 'contract'
}
