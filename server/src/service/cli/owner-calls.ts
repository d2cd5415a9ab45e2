import { type Address, toAddress, zeroAddress } from '../../ground/address.ts'
import { RefusedError } from '../../ground/errors.ts'
import type { Owned } from '../../quests/rails/chain-rail/rotate.ts'

/** Words of a command behind its name, as the usage shows them, and the call that they are. null where they are none. */
type Reader = {
  readonly words: string
  readonly means: string
  readonly read: (given: readonly string[]) => Owned | null
}

const owners: Readonly<Record<string, Reader>> = {
  nominate: {
    words: '[<address>]',
    means: 'another key may become the operator two days later',
    read: ([next, ...more]) =>
      more.length > 0 ? null : { kind: 'nominate', next: next === undefined ? null : addressOf(next) },
  },
  pause: { words: '', means: 'stop new proposals', read: none({ kind: 'pause' }) },
  resume: { words: '', means: 'let them go on', read: none({ kind: 'resume' }) },
  rescue: {
    words: '<token> <to>',
    means: 'send what of an ERC-20 belongs to no escrow to an address',
    read: two((token, to) => ({ kind: 'rescue', token: addressOf(token), receiver: addressOf(to) })),
  },
  'nominate-deciders': {
    words: '<arbiter|nobody> [<attester>]',
    means: 'others may decide about deposits to come seven days later (version 3)',
    read: ([arbiter, attester, ...more]) =>
      arbiter === undefined || more.length > 0
        ? null
        : {
            kind: 'nominate-deciders',
            arbiter: arbiter === 'nobody' ? zeroAddress : addressOf(arbiter),
            attester: attester === undefined ? null : addressOf(attester),
          },
  },
  'appoint-deciders': {
    words: '',
    means: 'they begin, within two weeks from then (version 3)',
    read: none({ kind: 'appoint-deciders' }),
  },
  limit: {
    words: '<token|native> <amount>',
    means: 'the most of a deposit to come, in whole tokens; 0 takes it from the list (version 3)',
    read: two((token, amount) => ({
      kind: 'limit',
      token: token === 'native' ? zeroAddress : addressOf(token),
      amount: amountOf(amount),
    })),
  },
  'only-listed': {
    words: '<on|off>',
    means: 'take deposits to come in listed tokens alone (version 3)',
    read: onOrOff(only => ({ kind: 'only-listed', only })),
  },
  'pause-ruling': {
    words: '<deposit> <farmer>',
    means:
      "one ruling waits for a week, in which the arbiter may rule anew; the deposit's id on chain (version 3)",
    read: two((deposit, farmer) => ({
      kind: 'pause-ruling',
      escrow: depositOf(deposit),
      farmer: addressOf(farmer),
    })),
  },
}

const givers: Readonly<Record<string, Reader>> = {
  'accept-both': {
    words: '<on|off>',
    means: 'accept that the operator is the arbiter too, before paying in (version 3)',
    read: onOrOff(accepted => ({ kind: 'accept-both', accepted })),
  },
}

export const usageOfOwners = usageOf(owners)
export const usageOfGivers = usageOf(givers)

/** null where the command is another one, or its words are too few or too many. @throws RefusedError for a wrong word. */
export function readOwned(asked: string, given: readonly string[]): Owned | null {
  const all = { ...owners, ...givers }
  return Object.hasOwn(all, asked) ? (all[asked]?.read(given) ?? null) : null
}

function usageOf(readers: Readonly<Record<string, Reader>>): string {
  return Object.entries(readers)
    .map(([name, { means, words }]) => `  ${`${name} ${words}`.trim()}  ${means}`)
    .join('\n')
}

function none(call: Owned): Reader['read'] {
  return given => (given.length > 0 ? null : call)
}

function two(read: (first: string, second: string) => Owned): Reader['read'] {
  return ([first, second, ...more]) =>
    first === undefined || second === undefined || more.length > 0 ? null : read(first, second)
}

function onOrOff(read: (is: boolean) => Owned): Reader['read'] {
  return ([word, ...more]) =>
    (word === 'on' || word === 'off') && more.length === 0 ? read(word === 'on') : null
}

function addressOf(given: string): Address {
  if (!/^0x[0-9a-f]{40}$/i.test(given))
    throw new RefusedError(`${given} is no address: 0x and 40 hex digits.`)
  return toAddress(given)
}

function depositOf(given: string): `0x${string}` {
  if (!/^0x[0-9a-f]{64}$/i.test(given))
    throw new RefusedError(
      `${given} is no id of a deposit: 0x and 64 hex digits, as the quest's page shows it.`,
    )
  return given as `0x${string}`
}

function amountOf(given: string): string {
  if (!/^\d{1,30}(\.\d{1,18})?$/.test(given))
    throw new RefusedError(`${given} is no amount of whole tokens, such as 1000 or 2.5.`)
  return given
}
