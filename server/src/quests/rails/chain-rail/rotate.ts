import { toUnits } from '@furrow/sdk/amount'
import { type Address, checksum } from '../../../ground/address.ts'
import type { Escrow } from '../../../ground/clients/escrow.ts'
import type { OwnerCall } from '../../../ground/clients/escrow-calls.ts'
import type { Standing } from '../../../ground/clients/read-roles.ts'
import { instant, second } from '../../../ground/clock.ts'
import { RefusedError } from '../../../ground/errors.ts'

export type Said = {
  readonly ok: boolean
  readonly lines: readonly string[]
  readonly call?: { readonly to: string; readonly value: string; readonly data: string }
}

export async function sayStanding(escrow: Escrow): Promise<Said> {
  const standing = await readStanding(escrow)
  const { operator, owner, nominee, paused } = standing
  const isOurs = escrow.operators.includes(operator)
  return {
    ok: isOurs && !paused,
    lines: [
      `${nameOf(escrow)}`,
      `  operator   ${checksum(operator)}${isOurs ? ', whose key is set' : ', whose key is NOT set'}`,
      ...others(escrow, standing).map(other => `  other key  ${checksum(other)}`),
      `  owner      ${owner === null ? 'nobody: its operator is the same for ever' : checksum(owner)}`,
      ...(nominee === null
        ? []
        : [
            `  nominee    ${checksum(nominee.address)}, who may become operator from ${instant(nominee.from)} on`,
          ]),
      ...nextDeciders(standing),
      ...(paused ? ['  proposals  PAUSED by the owner'] : []),
    ],
  }
}

/** Calldata for the owner to send: most owners are a Safe, whose members sign it there. */
export async function sayOwnerCall(escrow: Escrow, call: Owned): Promise<Said> {
  const standing = await readStanding(escrow)
  const { data, from, since, words } = escrow.writeForOwner(await made(escrow, standing, call))
  const { owner } = standing
  if (from === 'owner' && owner === null)
    return {
      ok: false,
      lines: [`${nameOf(escrow)} has no owner: nobody can do that.`],
    }
  const { version } = await escrow.readDeployed()
  if (version < since)
    return { ok: false, lines: [`${nameOf(escrow)} is of version ${version}, which has no such function.`] }
  const ready = { to: checksum(escrow.address), value: '0', data }
  return {
    ok: true,
    call: ready,
    lines: [
      `${nameOf(escrow)}: ${words}`,
      `  from   ${from === 'giver' || owner === null ? 'the giver who accepts it' : `${checksum(owner)} (its owner)`}`,
      `  to     ${ready.to}`,
      `  value  ${ready.value}`,
      `  data   ${ready.data}`,
    ],
  }
}

/** As somebody asks for it: the operator's next key may be the one of the settings, and a limit is in whole tokens. */
export type Owned =
  | { readonly kind: 'nominate'; readonly next: Address | null }
  | { readonly kind: 'limit'; readonly token: Address; readonly amount: string }
  | { readonly kind: 'accept-both'; readonly accepted: boolean }
  | Exclude<OwnerCall, { readonly kind: 'nominate' | 'limit' | 'accept-both' }>

async function made(escrow: Escrow, standing: Standing, call: Owned): Promise<OwnerCall> {
  if (call.kind === 'nominate') return nominationOf(escrow, standing, call.next)
  if (call.kind === 'accept-both') return { ...call, both: standing.operator }
  if (call.kind !== 'limit') return call
  const { amount, token } = call
  const most = toUnits(amount, await escrow.readDecimals(token))
  if (most === null) throw new RefusedError(`${amount} has more decimals than ${checksum(token)}.`)
  return { kind: 'limit', token, most }
}

/** Sends `becomeOperator` with the key that the owner nominated, and waits for its receipt. */
export async function become(escrow: Escrow): Promise<Said> {
  const { operator, nominee } = await readStanding(escrow)
  const where = nameOf(escrow)
  if (nominee === null || !escrow.operators.includes(nominee.address)) {
    const isOurs = escrow.operators.includes(operator)
    const says =
      nominee === null
        ? 'nobody is nominated'
        : `${checksum(nominee.address)}, whose key is not set, is nominated`
    return {
      ok: isOurs,
      lines: [
        `${where}: ${says}; its operator is ${checksum(operator)}${isOurs ? '' : ', whose key is not set'}.`,
      ],
    }
  }
  const { time } = await escrow.readHead()
  if (nominee.from > time + second)
    return {
      ok: false,
      lines: [
        `${where}: ${checksum(nominee.address)} may become its operator from ${instant(nominee.from)} on.`,
      ],
    }
  const hash = await escrow.sendBecomeOperator(nominee.address)
  return { ok: true, lines: [`${where}: ${checksum(nominee.address)} is its operator since ${hash}.`] }
}

async function readStanding(escrow: Escrow): Promise<Standing> {
  if ((await escrow.readTerms()) === null)
    throw new RefusedError(`There is no contract at ${checksum(escrow.address)} on chain ${escrow.chainId}.`)
  return escrow.readStanding()
}

function nextDeciders({ nextDeciders: next }: Standing): string[] {
  if (next === null) return []
  const attester = next.attester === null ? 'no attester' : `attester ${checksum(next.attester)}`
  return [
    `  deciders   ${checksum(next.arbiter)} as arbiter and ${attester} may be appointed from ${instant(next.from)} on`,
  ]
}

function nominationOf(escrow: Escrow, standing: Standing, next: Address | null): OwnerCall {
  const [only, ...more] = next === null ? others(escrow, standing) : [next]
  if (only === undefined || more.length > 0)
    throw new RefusedError(
      `Say which address ${nameOf(escrow)} shall have as its operator, or set its key beside the present one in ESCROW_OPERATOR_KEYS.`,
    )
  return { kind: 'nominate', next: only }
}

function others({ operators }: Escrow, { operator }: Standing): readonly Address[] {
  return operators.filter(address => address !== operator)
}

function nameOf({ address, chainId }: Escrow): string {
  return `${checksum(address)} on chain ${chainId}`
}
